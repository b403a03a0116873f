//! Shaders: the blend modes of layers, and how the view is scaled to the window.
//!
//! The graphics card adds the shader's output, times one factor, to the background, times another. With opacity a and colour
//! c in front of d the shader's colour s is chosen so that the sum is what the mode defines:
//! add d + a c (s = a c), multiply d (1 - a + a c) (s = 1 - a + a c), screen d + a c - a c d (s = a c).

use std::collections::HashMap;

use macroquad::material::{Material, MaterialParams, gl_use_default_material, gl_use_material, load_material};
use macroquad::miniquad::{
    BlendFactor, BlendState, BlendValue, Equation, PipelineParams, ShaderSource, UniformDesc, UniformType,
};
use seamwalker::level::Blend;

const VERTEX_SHADER: &str = "#version 100
attribute vec3 position;
attribute vec2 texcoord;
attribute vec4 color0;
varying highp vec2 uv;
varying lowp vec4 color;
uniform mat4 Model;
uniform mat4 Projection;
void main() {
    gl_Position = Projection * Model * vec4(position, 1);
    color = color0 / 255.0;
    uv = texcoord;
}";

/// The declarations of all fragment shaders.
const FRAGMENT_HEADER: &str = "#version 100
varying highp vec2 uv;
varying lowp vec4 color;
uniform sampler2D Texture;
";

const LIGHTEN_SHADER: &str = "void main() {
    lowp vec4 c = color * texture2D(Texture, uv);
    gl_FragColor = vec4(c.rgb * c.a, 1.0);
}";

const MULTIPLY_SHADER: &str = "void main() {
    lowp vec4 c = color * texture2D(Texture, uv);
    gl_FragColor = vec4(mix(vec3(1.0), c.rgb, c.a), 1.0);
}";

const OPAQUE_SHADER: &str = "void main() {
    gl_FragColor = vec4(color.rgb * texture2D(Texture, uv).rgb, 1.0);
}";

/// Enlarges without blur: the result of nearest neighbour by a whole factor followed by linear scaling, without the large
/// intermediate picture. `Factor` is the number of screen pixels per pixel of the picture.
const SHARP_SHADER: &str = "uniform highp vec2 Size;
uniform highp float Factor;
void main() {
    highp vec2 at = uv * Size;
    highp vec2 border = floor(at + 0.5);
    at = border + clamp((at - border) * Factor, -0.5, 0.5);
    gl_FragColor = vec4(color.rgb * texture2D(Texture, at / Size).rgb, 1.0);
}";

/// Shows a picture as opaque: drawing over it left it a little transparent, although its colours are right. `None` if the
/// shader does not compile.
pub fn opaque() -> Option<Material> {
    compile(OPAQUE_SHADER, MaterialParams::default())
}

/// The same for a fractional scale: all pixels are equally wide, and only screen pixels on the border between two of them
/// are blended. Needs the linear filter.
pub fn sharp() -> Option<Material> {
    let uniforms = vec![UniformDesc::new("Size", UniformType::Float2), UniformDesc::new("Factor", UniformType::Float1)];
    compile(SHARP_SHADER, MaterialParams { uniforms, ..MaterialParams::default() })
}

/// The shaders of the blend modes, compiled when first needed.
#[derive(Default)]
pub struct BlendMaterials {
    compiled: HashMap<Blend, Option<Material>>,
}

impl BlendMaterials {
    /// Everything is drawn in this mode from now on. A mode whose shader does not compile is drawn as normal.
    pub fn apply(&mut self, blend: Blend) {
        match self.compiled.entry(blend).or_insert_with(|| material(blend)) {
            Some(material) => gl_use_material(material),
            None => gl_use_default_material(),
        }
    }
}

fn material(blend: Blend) -> Option<Material> {
    let (one, zero) = (BlendFactor::One, BlendFactor::Zero);
    let (fragment, front, behind) = match blend {
        Blend::Add => (LIGHTEN_SHADER, one, one),
        Blend::Multiply => (MULTIPLY_SHADER, BlendFactor::Value(BlendValue::DestinationColor), zero),
        Blend::Screen => (LIGHTEN_SHADER, one, BlendFactor::OneMinusValue(BlendValue::SourceColor)),
        _ => return None,
    };
    let params = PipelineParams {
        color_blend: Some(BlendState::new(Equation::Add, front, behind)),
        // The background keeps its opacity.
        alpha_blend: Some(BlendState::new(Equation::Add, zero, one)),
        ..PipelineParams::default()
    };
    compile(fragment, MaterialParams { pipeline_params: params, ..MaterialParams::default() })
}

fn compile(fragment: &str, params: MaterialParams) -> Option<Material> {
    let fragment = format!("{FRAGMENT_HEADER}{fragment}");
    load_material(ShaderSource::Glsl { vertex: VERTEX_SHADER, fragment: &fragment }, params).ok()
}
