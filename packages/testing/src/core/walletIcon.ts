/** A coloured tile with the wallet's initial, as a `data:` URL. */
export function walletIcon(name: string): string {
  const initial = ([...name.trim()][0] ?? '?').toUpperCase().replace(/[<>&"']/g, '?')
  const hue = [...name].reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) % 360, 7)
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="96" height="96" viewBox="0 0 96 96"><rect width="96" height="96" rx="20" fill="hsl(${hue} 60% 42%)"/><text x="48" y="66" font-family="sans-serif" font-size="52" font-weight="700" text-anchor="middle" fill="#fff">${initial}</text></svg>`
  return `data:image/svg+xml,${encodeURIComponent(svg)}`
}
