import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parts } from './parts.ts'
import { colourTokens, sharedTokens } from './theme/tokens.ts'

/** Classes a file may define besides those that start with its own name. */
const alsoOwn: Record<string, readonly string[]> = {
  'body.css': ['footer'],
  'iconbutton.css': ['icon-button'],
  'list.css': ['row'],
  'stage.css': ['visually-hidden'],
  'tabs.css': ['tab'],
  'toast.css': ['toasts'],
}

const files = globSync('**/*.css', { cwd: import.meta.dirname }).sort()
const known = new Set([...Object.keys(colourTokens), ...Object.keys(sharedTokens)])

describe.each(files)('%s', file => {
  const css = readFileSync(join(import.meta.dirname, file), 'utf8').replace(/\/\*[\s\S]*?\*\//g, '')
  const name = basename(file)
  const own = [name.replace('.css', ''), ...(alsoOwn[name] ?? [])]

  test('has all of its rules in a layer', () => {
    expect(
      css
        .replace(/^@layer [^{;]+;\n/m, '')
        .match(/^\S.*/gm)
        ?.filter(line => line !== '}'),
    ).toEqual(css.match(/^@layer (?:tokens|parts|shell|views) \{$/gm))
  })

  test('each selector names a class of its own part', () => {
    const inParts = css.slice(css.lastIndexOf('@layer parts {'))
    for (const [, list] of inParts.matchAll(/^ +([.[*:a-z][^{};@]*)\{/gm)) {
      for (const selector of (list ?? '').split(/,(?![^()]*\))/)) {
        if (/^\s*(from|to|\d+%)\s*$/.test(selector)) continue
        const classes = [...selector.matchAll(/\.([a-z-]+)/g)].map(([, found]) => found ?? '')
        const isOwn = classes.some(found =>
          own.some(prefix => found === prefix || found.startsWith(`${prefix}-`)),
        )
        expect(isOwn || selector.includes('[data-drag]'), selector).toBe(true)
      }
    }
    for (const [, animation] of css.matchAll(/@keyframes ([a-z-]+)/g)) {
      expect(
        own.some(prefix => animation?.startsWith(prefix)),
        animation,
      ).toBe(true)
    }
  })

  test('is logical, and never in rem', () => {
    const declarations = css.replace(/@media[^{]+/g, '')
    expect(declarations.match(/\d(?:rem|vw(?!\s*-))\b/g)).toBeNull()
    expect(
      declarations.match(/(?:^|[\s;{])(?:(?:margin|padding|border|inset)-)?(?:left|right|top|bottom)\s*:/g),
    ).toBeNull()
    expect(declarations.match(/(?:^|[\s;{])(?:min-|max-)?(?:width|height)\s*:/g)).toBeNull()
    expect(declarations.match(/text-align:\s*(?:left|right)/g)).toBeNull()
  })

  test('uses only variables of the closed list', () => {
    for (const [, variable] of css.matchAll(/var\(--lk-([a-z0-9-]+)/g)) expect(known).toContain(variable)
  })
})

test('README.md lists every variable with its defaults, and every part', () => {
  const readme = readFileSync(join(import.meta.dirname, 'README.md'), 'utf8')
  for (const [name, [light, dark]] of Object.entries(colourTokens)) {
    expect(readme).toContain(`| \`--lk-${name}\` | \`${light}\` | \`${dark}\` |`)
  }
  for (const [name, value] of Object.entries(sharedTokens)) {
    expect(readme).toContain(`| \`--lk-${name}\` | \`${value}\` |`)
  }
  const listed = [...(/## `::part` names\n\n([^\n]+)/.exec(readme)?.[1] ?? '').matchAll(/`([a-z-]+)`/g)]
  expect(listed.map(([, part]) => part)).toEqual([...parts])
})
