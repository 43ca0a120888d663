import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parts } from '../ui/parts.ts'
import { colourTokens, sharedTokens } from '../ui/theme/tokens.ts'
import { changeable } from '../widget/runtime/createVerbs.ts'
import { views } from '../widget/views.ts'

const page = readFileSync(new URL('../../../../docs/options.md', import.meta.url), 'utf8')

/** The fields of an interface as a source of this room writes them. */
function fieldsOf(file: string, name: string): readonly string[] {
  const source = readFileSync(new URL(file, import.meta.url), 'utf8')
  const [, body] = new RegExp(`interface ${name} \\{\\n([^]*?)\\n\\}`).exec(source) ?? []
  return [...(body ?? '').matchAll(/^ {2}(?:readonly )?(\w+)\??:/gm)].map(([, field]) => field ?? '')
}

function section(heading: string): string {
  const start = page.indexOf(`\n${heading}\n`)
  const level = heading.slice(0, heading.indexOf(' '))
  const end = page.slice(start + 1).search(new RegExp(`\\n#{1,${level.length}} `))
  return start < 0 ? '' : page.slice(start, end < 0 ? undefined : start + 1 + end)
}

test.each([
  ['LatchkeyOptions', './options.ts', '## `createLatchkey(options)`'],
  ['Features', './options.ts', '### `features`'],
  ['Endpoints', './options.ts', '### `endpoints`'],
  ['ThemeVariables', './options.ts', '## Theme'],
  ['LatchkeyState', './state.ts', '## State'],
  ['FactMap', './facts.ts', '## Events'],
])('docs/options.md names every field of %s', (name, file, heading) => {
  const fields = fieldsOf(file, name)
  expect(fields.length).toBeGreaterThan(6)
  const text = section(heading)
  expect(fields.filter(field => !new RegExp(`\`${field}\\b`).test(text))).toEqual([])
})

test('docs/options.md marks as live what update() accepts, and nothing else', () => {
  const rows = section('## `createLatchkey(options)`').matchAll(
    /^\| `(\w+)` \| (?:[^|\\]|\\.)+\| [^|]+ \| (yes)? ?\|/gm,
  )
  const live = [...rows].flatMap(([, option, yes]) => (yes ? [option] : []))
  expect(live.sort()).toEqual([...changeable].sort())
})

test('docs/options.md names every view there is', () => {
  const text = section('## The handle')
  expect(views.filter(view => !text.includes(`\`${view.name}\``))).toEqual([])
})

test('docs/options.md has every variable with its default, and every part', () => {
  const text = section('## Theme')
  expect([...text.matchAll(/^\| `--lk-[^\n]+$/gm)].map(([row]) => row)).toEqual([
    ...Object.entries(colourTokens).map(
      ([name, [light, dark]]) => `| \`--lk-${name}\` | \`${light}\` | \`${dark}\` |`,
    ),
    ...Object.entries(sharedTokens).map(([name, value]) => `| \`--lk-${name}\` | \`${value}\` |`),
  ])
  expect(text).toContain(`\n${parts.map(part => `\`${part}\``).join(' ')}\n`)
})

test('docs/options.md states the default colors of themeVariables as the tokens have them', () => {
  const text = section('## Theme')
  for (const name of ['accent', 'card', 'raised', 'line', 'text', 'text-muted', 'scrim'] as const) {
    const [light, dark] = colourTokens[name]
    const value = light === dark ? `\`'${light}'\`` : `\`'${light}'\` light, \`'${dark}'\` dark`
    expect(text).toContain(`| \`${name.replace('-m', 'M')}\` | \`string\` | ${value} |`)
  }
})
