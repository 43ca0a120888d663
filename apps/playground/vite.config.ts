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

interface Modules {
  getModuleInfo(id: string): { readonly importedIds: readonly string[] } | null
}

function closure(modules: Modules, roots: readonly string[]): Set<string> {
  const seen = new Set(roots)
  for (const id of seen) {
    for (const each of modules.getModuleInfo(id)?.importedIds ?? []) seen.add(each)
  }
  return seen
}

/** The chunk of a module that several parts need: a bundler makes one of each, and each is one more fetch. */
function chunkOf(id: string, modules: Modules): string | null {
  const isOfPage = closure(modules, [join(import.meta.dirname, 'src/main.tsx')]).has(id)
  if (isOfPage || !id.includes(library)) return null
  const found = Object.entries(together).find(([, roots]) =>
    closure(
      modules,
      roots.map(root => join(library, root)),
    ).has(id),
  )
  return found?.[0] ?? null
}

/** The host page, the gallery and the phone wallet, built from the packages' sources. */
export default defineConfig({
  plugins: [cssText(), react()],
  resolve: { conditions: [sourceCondition, ...defaultClientConditions] },
  build: {
    target: 'es2023',
    rollupOptions: {
      input: { index: 'index.html', gallery: 'gallery.html', phone: 'phone/index.html' },
      // The package does the same, whose merging is told of by its own build.
      checks: { ineffectiveDynamicImport: false },
      output: {
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [{ name: chunkOf, debugName: 'together' }],
        },
      },
    },
  },
})
