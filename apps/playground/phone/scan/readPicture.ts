import { createCodeReader } from './createCodeReader.ts'

const largestFile = 20_000_000
const longestSide = 1_600

/** Reads the QR code in a picture. @throws Error with a sentence for the visitor. */
export async function readPicture(picture: Blob): Promise<string> {
  if (picture.size > largestFile) throw new Error('This picture is too large.')
  const bitmap = await createImageBitmap(picture).catch(() => {
    throw new Error('The browser can’t read this picture.')
  })
  try {
    const read = await createCodeReader()
    const text = await read(draw(bitmap, bitmap.width, bitmap.height))
    if (text === undefined) throw new Error('No QR code found in this picture.')
    return text
  } finally {
    bitmap.close()
  }
}

/** A picture's pixels, made smaller where it is larger than a code needs. */
export function draw(source: CanvasImageSource, width: number, height: number): ImageData {
  const scale = Math.min(1, longestSide / Math.max(width, height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(width * scale))
  canvas.height = Math.max(1, Math.round(height * scale))
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (!context) throw new Error('The browser doesn’t allow reading pictures.')
  // Transparent pictures of a code are dark on nothing: on white they are what they look like.
  context.fillStyle = '#fff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.drawImage(source, 0, 0, canvas.width, canvas.height)
  return context.getImageData(0, 0, canvas.width, canvas.height)
}
