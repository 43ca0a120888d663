import { existsSync, globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseSync } from 'oxc-parser'

const root = resolve(import.meta.dirname, '../..')
// What a browser never loads: Node's and the tools' own, and the chain of Solana with the libraries that tests of it ask it by.
const nodeOnly =
  /^(node:|vitest($|\/)|@vitest\/|playwright|@playwright\/|latchkey($|\/)|@latchkey\/|vite($|\/)|litesvm$|@solana(-program)?\/)/

/**
 * Every package specifier that browser code or a browser test imports, read from the sources.
 * Vite pre-bundles exactly these: a dependency found in mid-test would reload the page under the test.
 */
export function browserDependencies(): string[] {
  const found = new Set<string>([
    'react',
    'react-dom',
    'react-dom/client',
    'react/jsx-runtime',
    'react/jsx-dev-runtime',
  ])
  const files = globSync(['packages/*/src/**/*.{ts,tsx}', 'apps/{playground,frame}/src/**/*.{ts,tsx}'], {
    cwd: root,
  })
  for (const file of files) {
    if (file.endsWith('.d.ts') || isNodeTest(file)) continue
    for (const specifier of runtimeSpecifiers(join(root, file))) {
      if (!specifier.startsWith('.') && !specifier.startsWith('/') && !nodeOnly.test(specifier))
        found.add(ownVersion(file, specifier))
    }
  }
  return [...found].sort()
}

/** Resolves a package with another version in the workspace from there, in Vite's notation. */
function ownVersion(file: string, specifier: string): string {
  const [first = '', second = ''] = specifier.split('/')
  const name = first.startsWith('@') ? `${first}/${second}` : first
  const workspace = join(root, file.split('/').slice(0, 2).join('/'))
  if (!existsSync(join(workspace, 'node_modules', name))) return specifier
  const manifest = JSON.parse(readFileSync(join(workspace, 'package.json'), 'utf8')) as { name: string }
  return `${manifest.name} > ${specifier}`
}

function isNodeTest(file: string): boolean {
  return /\.test\.tsx?$/.test(file) && !/\.browser\.test\.tsx?$/.test(file)
}

function runtimeSpecifiers(path: string): string[] {
  const source = readFileSync(path, 'utf8')
  const { module } = parseSync(path, source)
  const specifiers: string[] = []
  for (const entry of module.staticImports) {
    const typeOnly = entry.entries.length > 0 && entry.entries.every(binding => binding.isType)
    if (!typeOnly) specifiers.push(entry.moduleRequest.value)
  }
  for (const entry of module.staticExports) {
    for (const binding of entry.entries) {
      if (binding.moduleRequest !== null && !binding.isType) specifiers.push(binding.moduleRequest.value)
    }
  }
  for (const entry of module.dynamicImports) {
    const text = source.slice(entry.moduleRequest.start, entry.moduleRequest.end)
    if (/^(['"]).*\1$/.test(text)) specifiers.push(text.slice(1, -1))
  }
  return specifiers
}
