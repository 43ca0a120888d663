import type { ImageType } from 'latchkey/services'

/** What the bytes are by their own first words, whatever their sender says; undefined for anything but an image we hand on. */
export function sniffImage(bytes: Uint8Array): ImageType | undefined {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, 64)).toString('latin1')
  if (head.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png'
  if (head.startsWith('\xff\xd8\xff')) return 'image/jpeg'
  if (head.startsWith('GIF87a') || head.startsWith('GIF89a')) return 'image/gif'
  if (head.startsWith('RIFF') && head.startsWith('WEBP', 8)) return 'image/webp'
  if (head.startsWith('ftyp', 4)) return brandsOf(head).some(isAvif) ? 'image/avif' : undefined
  return isSvg(bytes) ? 'image/svg+xml' : undefined
}

/** The names that an ISO media file gives itself: at 8, and every four bytes from 16 to the end of its first box. */
function brandsOf(head: string): string[] {
  const size = Buffer.from(head.slice(0, 4), 'latin1').readUInt32BE()
  const brands = [head.slice(8, 12)]
  for (let at = 16; at + 4 <= Math.min(size, head.length); at += 4) brands.push(head.slice(at, at + 4))
  return brands
}

function isAvif(brand: string): boolean {
  return brand === 'avif' || brand === 'avis'
}

/** How far prologue, comments and doctype may reach before the element. */
const prologue = 4_096

/** Whether the first element of an XML text is `svg`. By hand, so that no comment that never ends costs more than its length. */
function isSvg(bytes: Uint8Array): boolean {
  const text = new TextDecoder().decode(bytes.subarray(0, prologue))
  let at = 0
  for (;;) {
    while (/\s/.test(text.charAt(at))) at++
    if (text.startsWith('<?', at)) at = after(text, '?>', at)
    else if (text.startsWith('<!--', at)) at = after(text, '-->', at)
    else if (text.startsWith('<!', at)) at = after(text, '>', at)
    else return /^<(?:svg:)?svg[\s/>]/.test(text.slice(at, at + 10))
  }
}

function after(text: string, end: string, from: number): number {
  const at = text.indexOf(end, from)
  return at < 0 ? text.length : at + end.length
}
