//! Shaders: the blend modes of layers, and how the view is scaled to the window.
//!
//! The graphics card adds the shader's output, times one factor, to the background, times another. With opacity a and colour
//! c in front of d the shader's colour s is chosen so that the sum is what the mode defines:
//! multiply d (1 - a + a c) (s = 1 - a + a c), screen d + a c - a c d (s = a c). The other modes read d from a copy of the picture so
//! far, and replace it.

use macroquad::material::{Material, MaterialParams, load_material};
use macroquad::miniquad::{
    BlendFactor, BlendState, BlendValue, Equation, PipelineParams, ShaderSource, UniformDesc, UniformType,
};
use seamwalker_level::Blend;

const VERTEX_SHADER: &str = "#version 100
attribute vec3 position;
attribute vec2 texcoord;
attribute vec4 color0;
varying highp vec2 uv;
varying lowp vec4 color;
varying highp vec2 place;
uniform mat4 Model;
uniform mat4 Projection;
void main() {
    gl_Position = Projection * Model * vec4(position, 1);
    color = color0 / 255.0;
    uv = texcoord;
    place = gl_Position.xy * 0.5 + 0.5;
}";

/// The declarations of all fragment shaders.
const FRAGMENT_HEADER: &str = "#version 100
varying highp vec2 uv;
varying lowp vec4 color;
uniform sampler2D Texture;
";

const SCREEN_SHADER: &str = "void main() {
    lowp vec4 c = color * texture2D(Texture, uv);
    gl_FragColor = vec4(c.rgb * c.a, 1.0);
}";

const MULTIPLY_SHADER: &str = "void main() {
    lowp vec4 c = color * texture2D(Texture, uv);
    gl_FragColor = vec4(mix(vec3(1.0), c.rgb, c.a), 1.0);
}";

/// For modes that need the colour behind: macroquad copies the picture before such a draw call. The formulas
/// are those of the W3C's Compositing and Blending Level 1.
const BEHIND_SHADER: &str = "uniform sampler2D _ScreenTexture;
varying highp vec2 place;
lowp vec3 screen(lowp vec3 a, lowp vec3 b) { return a + b - a * b; }
lowp vec3 hard(lowp vec3 base, lowp vec3 light) {
    return mix(2.0 * base * light, screen(base, 2.0 * light - 1.0), step(vec3(0.5001), light));
}
void main() {
    lowp vec4 front = color * texture2D(Texture, uv);
    highp vec3 c = front.rgb;
    highp vec3 d = texture2D(_ScreenTexture, place).rgb;
    highp vec3 mixed = MIXED;
    gl_FragColor = vec4(mix(d, clamp(mixed, 0.0, 1.0), front.a), 1.0);
}";

/// The formula of a mode of this kind: `c` is the colour in front, `d` that behind.
const fn mixed(blend: Blend) -> Option<&'static str> {
    Some(match blend {
        Blend::Add => "d + c",
        Blend::Overlay => "hard(c, d)",
        Blend::Darken => "min(c, d)",
        Blend::Lighten => "max(c, d)",
        Blend::ColorDodge => "step(vec3(0.001), d) * min(vec3(1.0), d / max(1.0 - c, vec3(0.0001)))",
        Blend::ColorBurn => "max(step(vec3(0.999), d), 1.0 - min(vec3(1.0), (1.0 - d) / max(c, vec3(0.0001))))",
        Blend::HardLight => "hard(d, c)",
        Blend::SoftLight => {
            "mix(d - (1.0 - 2.0 * c) * d * (1.0 - d), \
             d + (2.0 * c - 1.0) * (mix(((16.0 * d - 12.0) * d + 4.0) * d, sqrt(d), step(vec3(0.25), d)) - d), \
             step(vec3(0.5), c))"
        }
        Blend::Difference => "abs(d - c)",
        Blend::Exclusion => "d + c - 2.0 * d * c",
        _ => return None,
    })
}

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

/// Shows a picture as opaque: drawing over it left it a little transparent, although its colours are right.
pub fn opaque() -> Option<Material> {
    compile(OPAQUE_SHADER, MaterialParams::default())
}

/// The same for a fractional scale: all pixels are equally wide, and only screen pixels on the border between two of them
/// are blended. Needs the linear filter.
pub fn sharp() -> Option<Material> {
    let uniforms = vec![UniformDesc::new("Size", UniformType::Float2), UniformDesc::new("Factor", UniformType::Float1)];
    compile(SHARP_SHADER, MaterialParams { uniforms, ..MaterialParams::default() })
}

/// The shader of a blend mode; `None` for the normal one, and if it does not compile.
pub fn material(blend: Blend) -> Option<Material> {
    let (one, zero) = (BlendFactor::One, BlendFactor::Zero);
    let (fragment, front, behind) = match blend {
        Blend::Multiply => (MULTIPLY_SHADER.to_owned(), BlendFactor::Value(BlendValue::DestinationColor), zero),
        Blend::Screen => (SCREEN_SHADER.to_owned(), one, BlendFactor::OneMinusValue(BlendValue::SourceColor)),
        other => (BEHIND_SHADER.replace("MIXED", mixed(other)?), one, zero),
    };
    let params = PipelineParams {
        color_blend: Some(BlendState::new(Equation::Add, front, behind)),
        // The background keeps its opacity.
        alpha_blend: Some(BlendState::new(Equation::Add, zero, one)),
        ..PipelineParams::default()
    };
    compile(&fragment, MaterialParams { pipeline_params: params, ..MaterialParams::default() })
}

fn compile(fragment: &str, params: MaterialParams) -> Option<Material> {
    let fragment = format!("{FRAGMENT_HEADER}{fragment}");
    load_material(ShaderSource::Glsl { vertex: VERTEX_SHADER, fragment: &fragment }, params).ok()
}
