/** Finds a QR code among pixels; undefined when there is none. */
export type CodeReader = (pixels: ImageData) => Promise<string | undefined>

/** The part of the Shape Detection API that is used; few browsers have it. */
interface Detector {
  detect(source: ImageData): Promise<readonly { readonly rawValue: string }[]>
}
interface DetectorClass {
  new (options: { readonly formats: readonly string[] }): Detector
  getSupportedFormats(): Promise<readonly string[]>
}

/** Makes a reader: the browser's own where it reads these codes, then ours, which comes when it is needed. */
export async function createCodeReader(): Promise<CodeReader> {
  const own = await createOwn()
  return async pixels => (await readBy(own, pixels)) ?? decode(pixels)
}

async function createOwn(): Promise<Detector | undefined> {
  const Class = (globalThis as { readonly BarcodeDetector?: DetectorClass }).BarcodeDetector
  try {
    const formats = (await Class?.getSupportedFormats()) ?? []
    return Class && formats.includes('qr_code') ? new Class({ formats: ['qr_code'] }) : undefined
  } catch {
    return undefined
  }
}

async function readBy(own: Detector | undefined, pixels: ImageData): Promise<string | undefined> {
  try {
    return (await own?.detect(pixels))?.[0]?.rawValue
  } catch {
    return undefined
  }
}

async function decode({ data, width, height }: ImageData): Promise<string | undefined> {
  const { decodeQR } = await import('qr/decode.js')
  try {
    return decodeQR({ data, width, height }, { timeLimit: 500 })
  } catch {
    return undefined
  }
}
