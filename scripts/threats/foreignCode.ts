const url = String.raw`(?:https?:)?//[^\s"'\x60<>)]+`
const scriptTag = new RegExp(String.raw`<script\b[^>]*\bsrc\s*=\s*["']?(${url})[^>]*>`, 'gi')
const linkTag = new RegExp(
  String.raw`<link\b(?=[^>]*\brel\s*=\s*["']?(?:stylesheet|modulepreload|preload))[^>]*\bhref\s*=\s*["']?(${url})[^>]*>`,
  'gi',
)
const imported = new RegExp(
  String.raw`(?:\bfrom\s*|\bimport\s*\(?\s*|\bimportScripts\s*\(\s*)["'\x60](${url})["'\x60]`,
  'g',
)
const cdn =
  /\b(?:unpkg\.com|(?:cdn\.)?jsdelivr\.net|esm\.(?:sh|run)|cdn\.skypack\.dev|cdnjs\.cloudflare\.com|ga\.jspm\.io|cdn\.[\w.-]+)\/[^\s"'`<>)]*/g
const exact = /@\d+\.\d+\.\d+(?![\w.]*[x*])|\/\d+\.\d+\.\d+\//

/**
 * Returns what is wrong with the code that a text loads from other origins (T97): each URL names an exact version, each
 * tag has `integrity` and `crossorigin`, and nothing is imported by URL, for which a snippet has no `integrity`.
 */
export function foreignCode(text: string): readonly string[] {
  const problems: string[] = []
  for (const pattern of [scriptTag, linkTag])
    for (const [tag, address = ''] of text.matchAll(pattern)) {
      if (!exact.test(address)) problems.push(`${address} names no exact version`)
      if (!/\bintegrity\s*=\s*["']?sha(?:384|512)-[A-Za-z\d+/=…]{4,}/.test(tag))
        problems.push(`${address} has no integrity`)
      if (!/\bcrossorigin\b/.test(tag)) problems.push(`${address} has no crossorigin`)
    }
  for (const [, address = ''] of text.matchAll(imported)) problems.push(`${address} is imported by URL`)
  for (const [address] of text.matchAll(cdn))
    if (!exact.test(address)) problems.push(`${address} names no exact version`)
  return [...new Set(problems)]
}
