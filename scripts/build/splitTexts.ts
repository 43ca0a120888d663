import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import { parseSource } from '../layers/sourceFile.ts'
import { child, children, nameOf, type SyntaxNode, stringOf } from '../layers/syntax.ts'

/**
 * Gives each exported object of the text modules (`pattern`, below `dist`) its own module, and has importers name that.
 * The texts of a folder stand in one file, and a bundler puts whole modules into a chunk: the texts of an unopened view
 * would load with the first.
 * @throws Error when a module does not parse, or exports anything but objects of strings, and when there is none.
 */
export function splitTexts(dist: string, pattern: string): void {
  const modules = globSync(pattern, { cwd: dist })
  if (modules.length === 0) throw new Error(`no module of words: ${pattern}`)
  const split = new Set(modules.filter(path => splitOne(dist, path)))
  const names = [...split].map(path => basename(path))
  for (const path of globSync('**/*.js', { cwd: dist })) {
    const source = readFileSync(join(dist, path), 'utf8')
    // Of hundreds of modules a few dozen import words; the others need not be parsed.
    if (!names.some(name => source.includes(name))) continue
    const rewritten = rewriteImports(path, source, split)
    if (rewritten !== source) writeFileSync(join(dist, path), rewritten)
  }
}

/** Writes the parts of a text module and the remaining rest; false when it is one object, and stays. */
function splitOne(dist: string, path: string): boolean {
  const source = readFileSync(join(dist, path), 'utf8')
  const body = children(parsed(path, source), 'body')
  const objects = body.map(node => {
    const name = nameOfTexts(node)
    if (name === undefined) throw new Error(`${path}: exports more than objects of strings`)
    return name
  })
  if (objects.length < 2) return false
  mkdirSync(join(dist, folderOf(path)))
  body.forEach((node, at) => {
    const from = body[at - 1]?.end ?? 0
    const part = join(dist, folderOf(path), `${objects[at]}.js`)
    writeFileSync(part, `${source.slice(from, node.end).trimStart()}\n`)
  })
  const folder = basename(folderOf(path))
  const rest = objects.map(name => `export { ${name} } from './${folder}/${name}.js';\n`)
  writeFileSync(join(dist, path), rest.join(''))
  return true
}

function folderOf(path: string): string {
  return path.replace(/\.js$/, '')
}

/** The name of `export const … = { … }` where every value is a string. */
function nameOfTexts(node: SyntaxNode): string | undefined {
  const [declarator, ...others] = children(child(node, 'declaration') ?? node, 'declarations')
  const value = declarator && child(declarator, 'init')
  if (node.type !== 'ExportNamedDeclaration' || value?.type !== 'ObjectExpression' || others.length > 0)
    return undefined
  const isStrings = children(value, 'properties').every(each => stringOf(child(each, 'value')) !== undefined)
  return isStrings ? nameOf(child(declarator as SyntaxNode, 'id')) : undefined
}

/** A module with its imports by name from split modules made imports of the parts. */
function rewriteImports(path: string, source: string, split: ReadonlySet<string>): string {
  let out = ''
  let at = 0
  for (const node of children(parsed(path, source), 'body')) {
    const from = join(dirname(path), stringOf(child(node, 'source')) ?? '')
    const specifiers = children(node, 'specifiers')
    const isByName = specifiers.every(({ type }) => type === 'ImportSpecifier')
    if (node.type !== 'ImportDeclaration' || !split.has(from) || !isByName) continue
    const folder = relative(dirname(path), folderOf(from))
    const imports = specifiers.map(each => {
      const name = nameOf(child(each, 'imported'))
      const words = source.slice(each.start, each.end)
      return `import { ${words} } from '${folder.startsWith('.') ? '' : './'}${folder}/${name}.js';`
    })
    out += source.slice(at, node.start) + imports.join('\n')
    at = node.end
  }
  return out + source.slice(at)
}

function parsed(path: string, source: string): SyntaxNode {
  const { program, errors } = parseSource(path, source)
  if (errors[0] !== undefined) throw new Error(`${path}: ${errors[0].message}`)
  return program
}
