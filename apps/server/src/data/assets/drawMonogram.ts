/** A letter on a colour: the picture of whatever has no openly licensed logo. Drawn here, so it is ours to give away. */
export function drawMonogram(name: string, colour: string): string {
  const letter = /[\p{L}\p{N}$€£¥]/u.exec(name)?.[0].toUpperCase() ?? '?'
  const ink = isLight(colour) ? '#111111' : '#ffffff'
  return (
    '<svg xmlns="http://www.w3.org/2000/svg" width="24" height="24" viewBox="0 0 24 24">' +
    `<path fill="${colour}" d="M0 0h24v24H0z"/>` +
    `<text x="12" y="16.6" fill="${ink}" font-family="system-ui,sans-serif" font-size="13" font-weight="600" text-anchor="middle">${letter}</text></svg>`
  )
}

/** Whether dark letters read better on `#rrggbb`, by its relative luminance (WCAG 2). */
function isLight(colour: string): boolean {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map(at => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.179
}
