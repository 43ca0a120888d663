import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSource, type SourceFile } from '../layers/sourceFile.ts'
import { membersOf, type PublicMember } from '../surface/membersOf.ts'
import { readSurface, type Sources } from '../surface/readSurface.ts'
import { readDocstring } from './readDocstring.ts'

const entry = 'packages/latchkey/src/index.ts'
const place = /^<!-- table (\w+)(?:: ([\w ]+))? -->$/gm

/** docs/options.md: the template with each `<!-- table Interface -->` replaced by the members that the types have. */
export function formatOptions(root: string): string {
  const template = readFileSync(join(root, 'scripts/options/template.md'), 'utf8')
  const tables = new Tables(root)
  const page = template.replace(place, (_, name: string, only?: string) =>
    tables.format(name, only?.split(' ')),
  )
  const missing = tables.missing()
  if (missing.length > 0) throw new Error(`scripts/options/template.md leaves out ${missing.join(', ')}`)
  return page
}

/** The members of the package's interfaces as tables, and which of them no table has shown. */
class Tables {
  readonly #sources: Sources
  readonly #shown = new Map<string, Set<string>>()
  readonly #live: ReadonlySet<string>

  constructor(root: string) {
    this.#sources = sourcesOf(root)
    const patch = this.#typeText('LatchkeyPatch')
    this.#live = new Set([...patch.matchAll(/'(\w+)'/g)].map(([, name]) => name ?? ''))
  }

  format(name: string, only?: readonly string[]): string {
    const members = this.#members(name)
    const shown = this.#shown.get(name) ?? new Set()
    this.#shown.set(name, shown)
    const chosen = only === undefined ? members : only.map(each => memberOf(name, members, each))
    for (const { name: member } of chosen) shown.add(member)
    return name === 'Latchkey' ? methodTable(chosen) : memberTable(chosen, name, this.#live)
  }

  /** Members of an interface that the template does not name. */
  missing(): string[] {
    return [...this.#shown].flatMap(([name, shown]) =>
      this.#members(name).flatMap(member => (shown.has(member.name) ? [] : [`${name}.${member.name}`])),
    )
  }

  #members(name: string): PublicMember[] {
    const { declaration, file } = this.#find(name)
    const members = membersOf(declaration, file)
    if (members.length === 0) throw new Error(`${name} has no members`)
    return members
  }

  #typeText(name: string): string {
    const { declaration, file } = this.#find(name)
    return file.text.slice(declaration?.start, declaration?.end)
  }

  #find(name: string) {
    // `Endpoints` is part of the options and no name of the main entry point.
    const found =
      readSurface('latchkey', entry, this.#sources).find(each => each.name === name) ??
      readSurface('latchkey/contract', 'packages/latchkey/src/contract/index.ts', this.#sources).find(
        each => each.name === name,
      )
    if (found === undefined) throw new Error(`no entry point exports ${name}`)
    return found
  }
}

function memberOf(name: string, members: readonly PublicMember[], member: string): PublicMember {
  const found = members.find(each => each.name === member)
  if (found === undefined) throw new Error(`${name} has no member ${member}`)
  return found
}

function memberTable(members: readonly PublicMember[], name: string, live: ReadonlySet<string>): string {
  const isOptions = name === 'LatchkeyOptions'
  const docs = members.map(member => ({ member, ...readDocstring(member.docstring ?? '') }))
  const hasDefaults = docs.some(each => each.defaultText !== undefined)
  const columns = ['name', 'type', ...(hasDefaults ? ['default'] : []), ...(isOptions ? ['live'] : []), '']
  const rows = docs.map(({ member, text, defaultText }) => [
    `\`${member.name}\``,
    code(typeText(member.type)),
    ...(hasDefaults ? [defaultText ?? (member.isOptional ? '' : 'required')] : []),
    ...(isOptions ? [live.has(member.name) ? 'yes' : ''] : []),
    text,
  ])
  return table(columns, rows)
}

function methodTable(members: readonly PublicMember[]): string {
  return table(
    ['member', ''],
    members.map(member => [
      `\`${member.name}${member.parameters ?? ''}\``,
      readDocstring(member.docstring ?? '').text,
    ]),
  )
}

function table(columns: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) =>
    `|${cells.map(cell => (cell === '' ? ' |' : ` ${cell} |`)).join('')}`
  return [line(columns), `|${'---|'.repeat(columns.length)}`, ...rows.map(line)].join('\n')
}

/** A type as a reader writes it: everything the page reads or gives is read-only anyway. */
function typeText(type: string): string {
  return type
    .replace(/\breadonly /g, '')
    .replace(/\bReadonly<(.*)>$/, '$1')
    .replace(/^\| /, '')
}

function code(text: string): string {
  return `\`${text.replaceAll('|', '\\|')}\``
}

function sourcesOf(root: string): Sources {
  const parsed = new Map<string, SourceFile | undefined>()
  const get = (path: string) => {
    if (!parsed.has(path)) {
      const full = join(root, path)
      const isSource = /\.tsx?$/.test(path) && existsSync(full)
      parsed.set(path, isSource ? parseSource(path, readFileSync(full, 'utf8')) : undefined)
    }
    return parsed.get(path)
  }
  return { get, has: path => get(path) !== undefined }
}
