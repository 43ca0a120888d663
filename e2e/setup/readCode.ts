import type { Locator } from '@playwright/test'
import readQr from 'qr/decode.js'

/** Reads a QR code on the screen with an independent reader. */
export async function readCode(code: Locator): Promise<string> {
  const picture = (await code.screenshot()).toString('base64')
  const blank = await code.page().context().newPage()
  try {
    const { width, height, data } = await blank.evaluate(async base64 => {
      const image = new Image()
      image.src = `data:image/png;base64,${base64}`
      await image.decode()
      const canvas = new OffscreenCanvas(image.width, image.height).getContext('2d')
      canvas?.drawImage(image, 0, 0)
      const pixels = canvas?.getImageData(0, 0, image.width, image.height).data ?? []
      // As a text: a list of a million numbers takes seconds on its way.
      let data = ''
      for (const byte of pixels) data += String.fromCharCode(byte)
      return { width: image.width, height: image.height, data: btoa(data) }
    }, picture)
    return readQr({ width, height, data: Uint8ClampedArray.from(Buffer.from(data, 'base64')) })
  } finally {
    await blank.close()
  }
}
