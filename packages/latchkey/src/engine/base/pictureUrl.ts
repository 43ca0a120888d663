const pixels = /^image\/(?:png|jpeg|gif|webp|avif)$/

/**
 * A stranger's picture as an address of this page for an `<img>`. A visitor who opens the picture by itself opens a document: pixels run
 * nothing, but a drawing (SVG) may hold scripts, and as a `blob:` they would be the page's own. So it is a `data:` URL, which has
 * an origin of its own (T68). Giving it up (`URL.revokeObjectURL`) is right for both.
 */
export async function pictureUrl(picture: Blob): Promise<string> {
  if (pixels.test(picture.type)) return URL.createObjectURL(picture)
  const bytes = new Uint8Array(await picture.arrayBuffer())
  let text = ''
  // All at once would be more arguments than a call takes.
  for (let at = 0; at < bytes.length; at += 8_192)
    text += String.fromCharCode(...bytes.subarray(at, at + 8_192))
  return `data:${picture.type};base64,${btoa(text)}`
}
