import { join, resolve } from 'node:path'
import react from '@vitejs/plugin-react'
import { defaultClientConditions, defineConfig } from 'vite'
import { sourceCondition } from '../../scripts/sourceCondition.ts'
import { cssText } from '../../scripts/vite/cssText.ts'

const library = resolve(import.meta.dirname, '../../packages/latchkey/src')
/** Each of these is one chunk, with what it needs and the ones before it have not, much as in the package (DESIGN, "Load plan"). */
const together: Readonly<Record<string, readonly string[]>> = {
  createRuntime: ['widget/runtime/createRuntime.ts', 'chains/evm/discoverEvm.ts'],
  createEvmAdapter: ['chains/evm/createEvmAdapter.ts'],
  ConnectingExternalView: ['widget/connect/ConnectingExternalView.tsx', 'ui/copy/copyText.ts'],
  AccountView: ['widget/account/AccountView.tsx'],
}

/** What is drawn, and what draws it: of other packages the page names more than it takes. */
const ours =
  /\/(?:node_modules\/(?:react|react-dom|scheduler)|packages\/latchkey\/src|apps\/playground\/src)\//

interface Modules {
  getModuleInfo(id: string): {
    readonly importedIds: readonly string[]
    readonly dynamicallyImportedIds: readonly string[]
  } | null
}

/** The modules that come with these, themselves among them. */
function closure(modules: Modules, roots: readonly string[]): Set<string> {
  const seen = new Set(roots)
  for (const id of seen) {
    for (const each of modules.getModuleInfo(id)?.importedIds ?? []) seen.add(each)
  }
  return seen
}

/** The modules that more than one part of the page brings with it. */
function sharedOf(modules: Modules, entry: string): Set<string> {
  const parts = new Set([entry])
  const met = new Set<string>()
  const shared = new Set<string>()
  for (const part of parts) {
    for (const id of closure(modules, [part])) {
      for (const each of modules.getModuleInfo(id)?.dynamicallyImportedIds ?? []) parts.add(each)
      if (met.has(id)) shared.add(id)
      met.add(id)
    }
  }
  return shared
}

/** Says the chunk of a module that several parts need: a bundler makes one of each, and each is one more fetch. */
function chunksOfParts() {
  // Of one build, in which no module changes any more when it is asked.
  let parts: readonly (readonly [string, Set<string>])[]
  const main = join(import.meta.dirname, 'src/main.tsx')
  return (id: string, modules: Modules): string | null => {
    parts ??= [
      ['page', closure(modules, [main])],
      ...Object.entries(together).map(
        ([name, roots]) =>
          [
            name,
            closure(
              modules,
              roots.map(root => join(library, root)),
            ),
          ] as const,
      ),
      ['shared', sharedOf(modules, main)],
    ]
    if (id === main || !ours.test(id)) return null
    return parts.find(([, members]) => members.has(id))?.[0] ?? null
  }
}

/** The host page, the gallery and the phone wallet, built from the packages' sources. */
export default defineConfig({
  plugins: [cssText(), react()],
  resolve: { conditions: [sourceCondition, ...defaultClientConditions] },
  build: {
    target: 'es2023',
    rollupOptions: {
      input: {
        index: 'index.html',
        gallery: 'gallery.html',
        namespaces: 'namespaces.html',
        phone: 'phone/index.html',
      },
      // The package does the same; its own build reports the merging.
      checks: { ineffectiveDynamicImport: false },
      output: {
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [{ name: chunksOfParts(), debugName: 'together' }],
        },
      },
    },
  },
})
