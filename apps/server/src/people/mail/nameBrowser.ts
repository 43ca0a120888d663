/** Of several that a browser names, the first that is listed here is the one it is. */
const browsers: readonly (readonly [string, string])[] = [
  ['Edg/', 'Edge'],
  ['EdgA/', 'Edge'],
  ['OPR/', 'Opera'],
  ['SamsungBrowser/', 'Samsung Internet'],
  ['Firefox/', 'Firefox'],
  ['FxiOS/', 'Firefox'],
  ['CriOS/', 'Chrome'],
  ['Chrome/', 'Chrome'],
  ['Safari/', 'Safari'],
]
const systems: readonly (readonly [string, string])[] = [
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Android', 'Android'],
  ['Windows', 'Windows'],
  ['CrOS', 'ChromeOS'],
  ['Mac OS X', 'macOS'],
  ['Linux', 'Linux'],
]

/** Characters of the header that are looked at. */
const longest = 512

/** Names a browser and its system, such as "Chrome on Windows"; undefined when the header names neither. */
export function nameBrowser(userAgent: string | undefined): string | undefined {
  const text = (userAgent ?? '').slice(0, longest)
  const nameIn = (names: typeof browsers) => names.find(([mark]) => text.includes(mark))?.[1]
  const browser = nameIn(browsers)
  const system = nameIn(systems)
  return browser === undefined ? system : system === undefined ? browser : `${browser} on ${system}`
}
