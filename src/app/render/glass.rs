//! Blend modes: how the colours of a layer meet those behind it.
//!
//! The graphics card adds what the shader makes, times one factor, to what is behind, times another. With opacity a and colour
//! c in front of d the shader's colour s is chosen so that the sum is what the mode asks for:
//! add d + a c (s = a c), multiply d (1 - a + a c) (s = 1 - a + a c), screen d + a c - a c d (s = a c).

use macroquad::material::{Material, MaterialParams, gl_use_default_material, gl_use_material, load_material};
use macroquad::miniquad::{
    BlendFactor, BlendState, BlendValue, Equation, PipelineParams, ShaderSource, UniformDesc, UniformType,
};
use seamwalker::level::Blend;

const VERTEX: &str = "#version 100
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

const LIGHT: &str = "#version 100
varying highp vec2 uv;
varying lowp vec4 color;
uniform sampler2D Texture;
void main() {
    lowp vec4 c = color * texture2D(Texture, uv);
    gl_FragColor = vec4(c.rgb * c.a, 1.0);
}";

const SHADE: &str = "#version 100
varying highp vec2 uv;
varying lowp vec4 color;
uniform sampler2D Texture;
void main() {
    lowp vec4 c = color * texture2D(Texture, uv);
    gl_FragColor = vec4(mix(vec3(1.0), c.rgb, c.a), 1.0);
}";

const WHOLE: &str = "#version 100
varying highp vec2 uv;
varying lowp vec4 color;
uniform sampler2D Texture;
void main() {
    gl_FragColor = vec4(color.rgb * texture2D(Texture, uv).rgb, 1.0);
}";

/// Enlarges without blur: what linear scaling makes of a picture that nearest neighbour has enlarged before, without the
/// large picture in between. `Factor` is how many pixels of the screen are one of the picture.
const SHARP: &str = "#version 100
varying highp vec2 uv;
varying lowp vec4 color;
uniform sampler2D Texture;
uniform highp vec2 Size;
uniform highp float Factor;
void main() {
    highp vec2 at = uv * Size;
    highp vec2 border = floor(at + 0.5);
    at = border + clamp((at - border) * Factor, -0.5, 0.5);
    gl_FragColor = vec4(color.rgb * texture2D(Texture, at / Size).rgb, 1.0);
}";

/// Shows pictures as if nothing in them were transparent. What is drawn over an opaque picture leaves it a little transparent,
/// which counts for nothing: the colours are right. `None` when the graphics card refuses.
pub fn opaque() -> Option<Material> {
    made(WHOLE, MaterialParams::default())
}

/// The same by a factor that is not whole: each pixel is as wide as every other, and only the pixels of the screen that lie
/// on a border between two are blended. The picture needs the linear filter. `None` when the graphics card refuses.
pub fn sharp() -> Option<Material> {
    let uniforms = vec![UniformDesc::new("Size", UniformType::Float2), UniformDesc::new("Factor", UniformType::Float1)];
    made(SHARP, MaterialParams { uniforms, ..MaterialParams::default() })
}

/// The shaders of the blend modes, made when first needed.
#[derive(Default)]
pub struct Glass {
    made: Vec<(Blend, Option<Material>)>,
}

impl Glass {
    /// Everything is drawn in this mode from now on. A mode that the graphics card refuses is drawn as normal.
    pub fn look_through(&mut self, blend: Blend) {
        let known = self.made.iter().position(|(made, _)| *made == blend);
        let index = known.unwrap_or_else(|| {
            self.made.push((blend, material(blend)));
            self.made.len() - 1
        });
        match &self.made[index].1 {
            Some(material) => gl_use_material(material),
            None => gl_use_default_material(),
        }
    }
}

fn material(blend: Blend) -> Option<Material> {
    let (one, zero) = (BlendFactor::One, BlendFactor::Zero);
    let (fragment, front, behind) = match blend {
        Blend::Add => (LIGHT, one, one),
        Blend::Multiply => (SHADE, BlendFactor::Value(BlendValue::DestinationColor), zero),
        Blend::Screen => (LIGHT, one, BlendFactor::OneMinusValue(BlendValue::SourceColor)),
        _ => return None,
    };
    let params = PipelineParams {
        color_blend: Some(BlendState::new(Equation::Add, front, behind)),
        // The picture behind stays as opaque as it is.
        alpha_blend: Some(BlendState::new(Equation::Add, zero, one)),
        ..PipelineParams::default()
    };
    made(fragment, MaterialParams { pipeline_params: params, ..MaterialParams::default() })
}

fn made(fragment: &str, params: MaterialParams) -> Option<Material> {
    load_material(ShaderSource::Glsl { vertex: VERTEX, fragment }, params).ok()
}
