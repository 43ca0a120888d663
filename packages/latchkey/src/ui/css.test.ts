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

  test('uses only variables of the closed list', () => {
    for (const [, variable] of css.matchAll(/var\(--lk-([a-z0-9-]+)/g)) expect(known).toContain(variable)
  })
})

const source = join(import.meta.dirname, '..')

describe.each(globSync('{ui,widget}/**/*.css', { cwd: source }).sort())('%s', file => {
  const css = readFileSync(join(source, file), 'utf8').replace(/\/\*[\s\S]*?\*\//g, '')

  test('is logical, and never in rem', () => {
    const declarations = css.replace(/@media[^{]+/g, '')
    expect(declarations.match(/\d(?:rem|vw(?!\s*-))\b/g)).toBeNull()
    expect(
      declarations.match(/(?:^|[\s;{])(?:(?:margin|padding|border|inset)-)?(?:left|right|top|bottom)\s*:/g),
    ).toBeNull()
    expect(declarations.match(/(?:^|[\s;{])(?:min-|max-)?(?:width|height)\s*:/g)).toBeNull()
    expect(declarations.match(/text-align:\s*(?:left|right)/g)).toBeNull()
    for (const [all, , right, , left] of declarations.matchAll(fourSides)) expect(right, all).toBe(left)
  })

  test('what stands still under reduced motion is not moved by a rule that weighs more', () => {
    const rules = rulesOf(css)
    const still = rules.filter(({ within }) => within.includes('prefers-reduced-motion'))
    for (const { selector, property } of still) {
      const weight = Math.max(
        ...still.flatMap(other =>
          other.property === property && partOf(other.selector) === partOf(selector)
            ? weightOf(other.selector)
            : [],
        ),
      )
      for (const other of rules) {
        const isMoving = !other.within.includes('prefers-reduced-motion') && other.value !== 'none'
        if (!isMoving || other.property !== property || partOf(other.selector) !== partOf(selector)) continue
        expect(weightOf(other.selector), `${other.selector} { ${property} }`).toBeLessThanOrEqual(weight)
      }
    }
  })
})

/** A shorthand that names each side: top, right, bottom, left. */
const fourSides =
  /(?:^|[\s;{])(?:(?:scroll-)?(?:margin|padding)|inset|border-(?:width|style|color))\s*:\s*((?:[^\s;()]|\([^;]*?\))+)\s+((?:[^\s;()]|\([^;]*?\))+)\s+((?:[^\s;()]|\([^;]*?\))+)\s+((?:[^\s;()]|\([^;]*?\))+)\s*;/g

interface Declared {
  readonly selector: string
  readonly property: string
  readonly value: string
  /** The at-rules around it. */
  readonly within: string
}

/** Each declaration for each selector; steps of animations and beginnings are none. */
function rulesOf(css: string, within = ''): readonly Declared[] {
  const found: Declared[] = []
  for (let rest = css; rest.includes('{'); ) {
    const start = rest.indexOf('{')
    let end = start
    for (let depth = 0; depth > 0 || end === start; end++) {
      if (rest[end] === '{') depth++
      if (rest[end] === '}') depth--
    }
    const head = rest.slice(rest.lastIndexOf(';', start) + 1, start).trim()
    const body = rest.slice(start + 1, end - 1)
    if (/^@(?:media|layer|supports|container)/.test(head)) found.push(...rulesOf(body, `${within} ${head}`))
    else if (!head.startsWith('@')) {
      for (const selector of head.split(/,(?![^()]*\))/).map(each => each.trim())) {
        for (const [, property = '', value = ''] of body.matchAll(/([\w-]+)\s*:\s*([^;]+);/g)) {
          found.push({ selector, property, value, within })
        }
      }
    }
    rest = rest.slice(end)
  }
  return found
}

/** The class, with its pseudo-element, that a selector is about. */
function partOf(selector: string): string {
  const last = selector.split(/[\s>+~]+(?![^()[\]]*[)\]])/).at(-1) ?? ''
  return `${/\.[\w-]+/.exec(last)?.[0]}${/::[\w-]+/.exec(last)?.[0] ?? ''}`
}

/** Classes, attributes and pseudo-classes; of a list in brackets the first one stands for all. */
function weightOf(selector: string): number {
  const plain = selector.replace(/:(?:not|is|has)\(([^,()]*)[^()]*\)/g, '$1').replace(/\([^()]*\)/g, '')
  return plain.match(/\.[\w-]+|\[|(?<!:):(?!:)/g)?.length ?? 0
}

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
