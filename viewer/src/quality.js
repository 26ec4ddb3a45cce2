// quality.js - how much drawing this machine can do. Without a graphics card every pixel costs, so edges stay unsmoothed and shadows hard;
// #fine behind the page's address asks for all of it all the same.

function rendererName() {
    const gl = new OffscreenCanvas(1, 1).getContext('webgl2');
    if (!gl) return '';
    const info = gl.getExtension('WEBGL_debug_renderer_info');
    const name = String(gl.getParameter(info ? info.UNMASKED_RENDERER_WEBGL : gl.RENDERER));
    gl.getExtension('WEBGL_lose_context')?.loseContext();
    return name;
}

export function quality() {
    const fine = location.hash === '#fine' || !/swiftshader|llvmpipe|softpipe|software|basic render/i.test(rendererName());
    return fine ? { fine, antialias: true, shadowMap: 2048, shadowed: 34, ratio: 2 } : { fine, antialias: false, shadowMap: 1024, shadowed: 16, ratio: 1 };
}
