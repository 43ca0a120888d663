import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'oxc-parser'

const testFiles = '{packages,apps,scripts,bench,e2e}/**/{*.{test,spec}.{ts,tsx},describe*.{ts,tsx}}'

/** Returns the titles of all tests and groups of tests: texts that are passed along with a function. */
export function readTitles(root: string): readonly string[] {
  const files = globSync(testFiles, {
    cwd: root,
    exclude: path => /node_modules|^dist$|^\.cache$/.test(path),
  })
  return files.flatMap(file => titlesOf(file, readFileSync(join(root, file), 'utf8')))
}

/** The titles in one file. */
export function titlesOf(file: string, source: string): readonly string[] {
  const titles: string[] = []
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) for (const each of value) visit(each)
    else if (isNode(value)) {
      const { arguments: passed } = value
      if (value.type === 'CallExpression' && Array.isArray(passed) && passed.some(isFunction))
        titles.push(...passed.flatMap(textOf))
      for (const each of Object.values(value)) visit(each)
    }
  }
  visit(parseSync(file, source).program)
  return titles
}

type Node = Readonly<Record<string, unknown>> & { readonly type: string }

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && typeof (value as { type?: unknown }).type === 'string'
}

function isFunction(value: unknown): boolean {
  return isNode(value) && /^(?:Arrow)?FunctionExpression$/.test(value.type)
}

function textOf(value: unknown): readonly string[] {
  if (!isNode(value)) return []
  if (value.type === 'Literal' && typeof value.value === 'string') return [value.value]
  if (value.type !== 'TemplateLiteral' || !Array.isArray(value.quasis)) return []
  return [value.quasis.map((part: { value: { cooked: string } }) => part.value.cooked).join('…')]
}

/** The ids of rows that a title names: T66, F12. Numbers of DECISIONS.md look alike and are left out. */
export function idsIn(title: string): readonly string[] {
  return title.replace(/DECISIONS [TCD]\d+(?:, T\d+)*/g, '').match(/\b[TF]\d{2,3}\b/g) ?? []
}
