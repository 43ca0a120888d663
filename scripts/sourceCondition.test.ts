import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import * as esbuild from 'esbuild'
import { createServer, defaultClientConditions, type InlineConfig } from 'vite'
import { afterAll, describe, expect, test } from 'vitest'
import { childEnv } from './bootstrap/childEnv.mjs'
import { readEntryPoints } from './layers/readTree.ts'
import { sourceCondition } from './sourceCondition.ts'

const root = resolve(import.meta.dirname, '..')
const entryPoints = readEntryPoints(root)
const specifiers = Object.keys(entryPoints)
const probe = join(root, '.cache', `condition-${process.pid}`)

afterAll(() => rmSync(probe, { recursive: true, force: true }))

/** Where Vite resolves a specifier to, in the environment of a page or of Node. */
async function resolveWithVite(config: InlineConfig, environment: 'client' | 'ssr'): Promise<string[]> {
  const server = await createServer({
    configFile: false,
    root,
    logLevel: 'silent',
    server: { middlewareMode: true, ws: false },
    // Nothing is served: looking through every page of the repository for dependencies would be for nothing.
    optimizeDeps: { noDiscovery: true },
    ...config,
  })
  try {
    const container = server.environments[environment]?.pluginContainer
    const importer = join(root, 'apps/playground/src/main.tsx')
    // An entry point that only the repository has leads nowhere without the condition.
    const resolveId = async (specifier: string) => {
      try {
        return (await container?.resolveId(specifier, importer))?.id ?? ''
      } catch {
        return ''
      }
    }
    const ids = specifiers.map(resolveId)
    return (await Promise.all(ids)).map(id => relative(root, id))
  } finally {
    await server.close()
  }
}

const sources = Object.values(entryPoints)

describe('each sibling resolves to its source under the condition', () => {
  test('there are siblings to resolve', () => {
    expect(specifiers).toContain('latchkey')
    expect(specifiers).toContain('@latchkey/testing')
  })

  test('TypeScript', () => {
    mkdirSync(probe, { recursive: true })
    writeFileSync(join(probe, 'probe.ts'), specifiers.map(specifier => `import '${specifier}'`).join('\n'))
    const compilerOptions = {
      composite: false,
      incremental: false,
      noEmit: true,
      lib: ['es2023', 'dom'],
      types: ['node'],
    }
    writeFileSync(
      join(probe, 'tsconfig.json'),
      JSON.stringify({ extends: '../../tsconfig.base.json', compilerOptions, files: ['probe.ts'] }),
    )
    const tsc = join(root, 'node_modules/.bin/tsc')
    const listed = execFileSync(tsc, ['-p', probe, '--listFilesOnly'], { encoding: 'utf8' }).split('\n')
    const files = new Set(listed.map(file => relative(root, file)))
    expect(sources.filter(source => !files.has(source))).toEqual([])
  })

  test('Vite, for pages', async () => {
    const conditions = [sourceCondition, ...defaultClientConditions]
    expect(await resolveWithVite({ resolve: { conditions } }, 'client')).toEqual(sources)
  })

  test('Vite, for Node', async () => {
    const conditions = [sourceCondition, 'node', 'import']
    const ssr = { resolve: { conditions, externalConditions: conditions }, noExternal: true } as const
    expect(await resolveWithVite({ ssr }, 'ssr')).toEqual(sources)
  })

  test('Vitest', async () => {
    // Named at run time: the compiler would pull the library's sources into this project.
    const places = ['latchkey/contract', join(root, 'packages/latchkey/src/contract/index.ts')]
    const [byName, byPath] = await Promise.all(places.map(place => import(place)))
    expect(byName.limits).toBeDefined()
    expect(byName).toBe(byPath)
  })

  test('Node, as the bootstrap starts it', () => {
    const env = childEnv(process.env, { node: process.execPath, folders: [], npm: '' })
    const script = `for (const s of ${JSON.stringify(specifiers)}) console.log(import.meta.resolve(s))`
    const from = join(root, 'apps/playground')
    const printed = execFileSync(process.execPath, ['--input-type=module', '-e', script], {
      encoding: 'utf8',
      env,
      cwd: from,
    })
    expect(
      printed
        .trim()
        .split('\n')
        .map(url => relative(root, new URL(url).pathname)),
    ).toEqual(sources)
  })

  test('esbuild', async () => {
    const found: string[] = []
    const listResolved: esbuild.Plugin = {
      name: 'list-resolved',
      setup(build) {
        build.onStart(async () => {
          for (const specifier of specifiers) {
            const { path } = await build.resolve(specifier, { kind: 'import-statement', resolveDir: root })
            found.push(relative(root, path))
          }
        })
      },
    }
    await esbuild.build({
      stdin: { contents: '' },
      write: false,
      conditions: [sourceCondition],
      plugins: [listResolved],
    })
    expect(found).toEqual(sources)
  })
})

test('without the condition nothing resolves to a published package’s source', async () => {
  const found = await resolveWithVite({}, 'client')
  expect(found.filter(path => path.startsWith('packages/') && path.includes('/src/'))).toEqual([])
})

test('the condition has one spelling', () => {
  for (const file of ['tsconfig.base.json', 'scripts/bootstrap/childEnv.mjs', 'scripts/bootstrap/run.mjs']) {
    expect(readFileSync(join(root, file), 'utf8')).toContain(sourceCondition)
  }
})
