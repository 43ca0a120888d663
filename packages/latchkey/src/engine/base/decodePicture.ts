/** Whether a browser can paint a picture at once: it has decoded it. True where there is nothing to decode with. */
export async function decodePicture(url: string): Promise<boolean> {
  if (typeof Image === 'undefined') return true
  const picture = new Image()
  picture.src = url
  try {
    await picture.decode()
    return true
  } catch {
    return false
  }
}
