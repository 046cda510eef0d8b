'use strict';
// Draws the display of the box. It is no module, for the virtual table's page has none.

// Draws the display's memory on a canvas of its size: 8 rows of 128 bytes, in base64; a byte is 8 pixels downwards.
function drawPanel(context, memory) {
  const bytes = Uint8Array.from(atob(memory), c => c.charCodeAt(0));
  const image = context.createImageData(128, 64);
  for (let i = 0; i < 128 * 64; i++) {
    const x = i % 128, y = i >> 7;
    if (bytes[(y >> 3) * 128 + x] >> (y & 7) & 1) image.data.set([0xd2, 0xf1, 0xff, 0xff], 4 * i);
  }
  context.putImageData(image, 0, 0);
}
