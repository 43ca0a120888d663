import { existsSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { checkLayers } from './checkLayers.ts'
import { formatFinding } from './finding.ts'
import { engineTiers, rooms } from './rooms.ts'
import { serverGroups } from './serverGroups.ts'
import { buildTree } from './tree.ts'

const entryPoints = {
  latchkey: 'packages/latchkey/src/index.ts',
  'latchkey/react': 'packages/latchkey/src/react.ts',
  'latchkey/evm': 'packages/latchkey/src/evm.ts',
  'latchkey/contract': 'packages/latchkey/src/contract/index.ts',
  '@latchkey/testing': 'packages/testing/src/index.ts',
  '@latchkey/testing/playwright': 'packages/testing/src/playwright.ts',
  '@latchkey/server': 'apps/server/src/index.ts',
}

/** A small repository that keeps every rule; each bad example is this tree with a file or two changed. */
const good: Readonly<Record<string, string>> = {
  'packages/latchkey/src/index.ts': `export { createLatchkey } from './widget/handle/createLatchkey.ts'`,
  'packages/latchkey/src/react.ts': `'use client'\nexport { ConnectButton } from './widget/react/ConnectButton.tsx'`,
  'packages/latchkey/src/evm.ts': `/** Makes the adapter of eip155. */ export const evm = () => ({ load: () => import('./chains/evm/createEvmAdapter.ts') })`,
  'packages/latchkey/src/contract/index.ts': `export { limits } from './limits.ts'`,
  'packages/latchkey/src/contract/limits.ts': `import { number } from 'valibot'\n/** Every number of the product. */ export const limits = { rows: number() } as const`,
  'packages/latchkey/src/engine/context.ts': `import type { Rows } from './nouns/wallets/rows.ts'\nexport type Context = { rows: Rows }`,
  'packages/latchkey/src/engine/createEngine.ts': `import { connect } from './flows/connect/connect.ts'\nimport { createStore } from 'zustand/vanilla'\nexport const createEngine = () => createStore(connect)`,
  'packages/latchkey/src/engine/base/oneOf.ts': `const made = new WeakMap<object, Map<unknown, unknown>>()\nexport const oneOf = (owner: object) => made.get(owner)`,
  'packages/latchkey/src/engine/base/clock.ts': `export const clock = { now: () => Date.now(), setTimeout: (run: () => void) => setTimeout(run) }`,
  'packages/latchkey/src/engine/nouns/wallets/rows.ts': `import { limits } from '../../../contract/limits.ts'\nimport { clock } from '../../base/clock.ts'\nimport type { Context } from '../../context.ts'\nexport type Rows = { context: Context; at: number }\nexport const rows = () => [limits, clock.now(), clock.setTimeout(() => {})]`,
  'packages/latchkey/src/engine/flows/connect/connect.ts': `import { rows } from '../../nouns/wallets/rows.ts'\nexport const connect = () => rows()`,
  'packages/latchkey/src/chains/evm/createEvmAdapter.ts': `import { keccak_256 } from '@noble/hashes/sha3.js'\nimport type { Context } from '../../engine/context.ts'\nexport const createEvmAdapter = (ctx: Context) => ({ ctx, keccak_256 })`,
  'packages/latchkey/src/ui/button/Button.tsx': `import type { ReactNode } from 'react'\nimport css from './button.css'\nexport function Button(props: { children: ReactNode }) { return <button title={css}>{props.children}</button> }`,
  'packages/latchkey/src/widget/handle/createLatchkey.ts': `const names: ReadonlySet<string> = new Set(['a'])\nconst sheets = new WeakMap<Document, string>()\n/** Makes a widget's handle. */ export function createLatchkey() { const cache = new Map(); let open = false; open = !open; return { load: () => import('../../engine/createEngine.ts'), names, sheets, cache, open, page: typeof window } }`,
  'packages/latchkey/src/widget/react/ConnectButton.tsx': `import { useState } from 'react'\nimport { Button } from '../../ui/button/Button.tsx'\n/** A button that connects. */ export function ConnectButton() { return <Button>{useState(0)[0]}</Button> }`,
  'packages/latchkey/src/widget/react/useLatchkey.ts': `import { useContext } from 'react'\nexport const useLatchkey = () => useContext({} as never)`,
  'packages/latchkey/src/widget/connect/views.ts': `export const views = { Connect: { load: () => import('../react/ConnectButton.tsx') } }`,
  'packages/testing/src/index.ts': `import { createLatchkey } from 'latchkey'\nimport { privateKeyToAccount } from 'viem/accounts'\n/** Makes a simulated wallet. */ export const simulate = () => [createLatchkey, privateKeyToAccount]`,
  'apps/server/src/index.ts': `import { Hono } from 'hono'\nimport { limits } from 'latchkey/contract'\nexport const createApp = () => new Hono().get(String(limits))`,
  'apps/devstack/src/main.ts': `import { createApp } from '@latchkey/server'\nimport { cssText } from '../../../scripts/vite/cssText.ts'\ncreateApp()\ncssText()`,
  'apps/playground/src/main.tsx': `import { createRoot } from 'react-dom/client'\nimport { createLatchkey } from 'latchkey'\nimport { simulate } from '@latchkey/testing'\nconst host = document.body\ncreateRoot(host).render(<b>{String([createLatchkey, simulate])}</b>)\nhost.ownerDocument.defaultView?.postMessage(1, location.origin)`,
  'e2e/connect.spec.ts': `import { simulate } from '@latchkey/testing'\nimport '@latchkey/testing/playwright'\nimport { chromiumArgs } from '../scripts/chromium/chromium.ts'\nsimulate(chromiumArgs)`,
  'scripts/chromium/chromium.ts': `export const chromiumArgs = []`,
  'scripts/vite/cssText.ts': `export function cssText() { return { name: 'css' } }`,
}

const L = 'packages/latchkey/src/'
const line = (count: number) =>
  Array.from({ length: count }, (_, i) => `export const v${i} = ${i}`).join('\n')

interface Bad {
  why: string
  files: Record<string, string>
  /** `path:line rule` of each refusal, in order; nothing else may be found. */
  refused: string[]
}

const bad: Bad[] = [
  {
    why: 'an import does not name its file as it is called',
    files: {
      [`${L}engine/base/later.ts`]: `import { clock } from './clock.js'\nimport type { Context } from '../context'\nimport './clock'\nexport const later = (ctx: Context) => [clock, ctx]`,
    },
    refused: [1, 2, 3].map(line => `${L}engine/base/later.ts:${line} extensions`),
  },
  {
    why: 'contract imports anything but valibot',
    files: {
      [`${L}contract/hash.ts`]: `import { sha3 } from '@noble/hashes/sha3.js'\nexport const hash = sha3`,
    },
    refused: [`${L}contract/hash.ts:1 arrows`],
  },
  {
    why: 'contract imports the engine, even a type',
    files: {
      [`${L}contract/state.ts`]: `\nimport type { Context } from '../engine/context.ts'\nexport type State = Context`,
    },
    refused: [`${L}contract/state.ts:2 arrows`],
  },
  {
    why: 'engine imports React',
    files: {
      [`${L}engine/base/useStore.ts`]: `import { useState } from 'react'\nexport const useStore = useState`,
    },
    refused: [`${L}engine/base/useStore.ts:1 arrows`],
  },
  {
    why: 'engine imports pairing statically, where a type or import() is allowed',
    files: {
      [`${L}pairing/pairing.ts`]: `export interface Pairing { uri: string }\nexport const pair = () => 1`,
      [`${L}engine/flows/pair/typed.ts`]: `import type { Pairing } from '../../../pairing/pairing.ts'\nexport type P = Pairing`,
      [`${L}engine/flows/pair/lazy.ts`]: `export const lazy = () => import('../../../pairing/pairing.ts')`,
      [`${L}engine/flows/pair/now.ts`]: `import { pair } from '../../../pairing/pairing.ts'\nexport const now = pair`,
    },
    refused: [`${L}engine/flows/pair/now.ts:1 arrows`],
  },
  {
    why: 'engine imports the widget by import()',
    files: {
      [`${L}engine/flows/connect/open.ts`]: `export const open = () => import('../../../widget/handle/createLatchkey.ts')`,
    },
    refused: [`${L}engine/flows/connect/open.ts:1 arrows`],
  },
  {
    why: 'base imports a noun, a noun a flow, a noun another noun, a flow another flow',
    files: {
      [`${L}engine/base/low.ts`]: `import { rows } from '../nouns/wallets/rows.ts'\nexport const low = rows`,
      [`${L}engine/nouns/names/names.ts`]: `import type { connect } from '../../flows/connect/connect.ts'\nexport type Names = typeof connect`,
      [`${L}engine/nouns/networks/list.ts`]: `import { rows } from '../wallets/rows.ts'\nexport const list = rows`,
      [`${L}engine/flows/send/send.ts`]: `import { connect } from '../connect/connect.ts'\nexport const send = connect`,
    },
    refused: [
      `${L}engine/base/low.ts:1 tiers`,
      `${L}engine/flows/send/send.ts:1 tiers`,
      `${L}engine/nouns/names/names.ts:1 tiers`,
      `${L}engine/nouns/networks/list.ts:1 tiers`,
    ],
  },
  {
    why: 'a folder of the engine is no tier',
    files: { [`${L}engine/extras/late.ts`]: `export const late = 1` },
    refused: [`${L}engine/extras/late.ts:1 tiers`],
  },
  {
    why: 'a tier runs the engine’s top',
    files: {
      [`${L}engine/flows/send/again.ts`]: `export const again = () => import('../../createEngine.ts')`,
    },
    refused: [`${L}engine/flows/send/again.ts:1 tiers`],
  },
  {
    why: 'ui knows the product or another package',
    files: {
      [`${L}ui/list/List.tsx`]: `import { limits } from '../../contract/limits.ts'\nimport { motion } from 'motion'\nexport const List = [limits, motion]`,
    },
    refused: [`${L}ui/list/List.tsx:1 arrows`, `${L}ui/list/List.tsx:2 arrows`],
  },
  {
    why: 'a chain runs engine code, knows the widget, or another chain',
    files: {
      [`${L}chains/evm/a.ts`]: `import { rows } from '../../engine/nouns/wallets/rows.ts'\nexport const a = rows`,
      [`${L}chains/evm/b.ts`]: `import type { createLatchkey } from '../../widget/handle/createLatchkey.ts'\nexport type B = typeof createLatchkey`,
      [`${L}chains/solana/c.ts`]: `import { createEvmAdapter } from '../evm/createEvmAdapter.ts'\nexport const c = createEvmAdapter`,
    },
    refused: [
      `${L}chains/evm/a.ts:1 arrows`,
      `${L}chains/evm/b.ts:1 arrows`,
      `${L}chains/solana/c.ts:1 arrows`,
    ],
  },
  {
    why: 'pairing and embedded run engine code',
    files: {
      [`${L}pairing/a.ts`]: `import { rows } from '../engine/nouns/wallets/rows.ts'\nexport const a = rows`,
      [`${L}embedded/b.ts`]: `import { rows } from '../engine/nouns/wallets/rows.ts'\nexport const b = rows`,
    },
    refused: [`${L}embedded/b.ts:1 arrows`, `${L}pairing/a.ts:1 arrows`],
  },
  {
    why: 'the widget imports a chain',
    files: {
      [`${L}widget/connect/open.ts`]: `import '../../chains/evm/createEvmAdapter.ts'\nexport const open = 1`,
    },
    refused: [`${L}widget/connect/open.ts:1 arrows`],
  },
  {
    why: 'the server imports the main entry point, or the library’s files',
    files: {
      'apps/server/src/a.ts': `import { createLatchkey } from 'latchkey'\nexport const a = createLatchkey`,
      'apps/server/src/b.ts': `import { limits } from '../../../packages/latchkey/src/contract/limits.ts'\nexport const b = limits`,
    },
    refused: ['apps/server/src/a.ts:1 arrows', 'apps/server/src/b.ts:1 arrows'],
  },
  {
    why: 'a room of the server imports one above it: another group, a later room, the top; even a type',
    files: {
      'apps/server/src/core/store/store.ts': `import type { Names } from '../../data/names/names.ts'\nexport type Store = Names`,
      'apps/server/src/data/names/names.ts': `import { up } from '../../people/login/up.ts'\nimport { later } from '../identity/later.ts'\nexport interface Names { up: typeof up; later: typeof later }`,
      'apps/server/src/data/identity/later.ts': `import type { Names } from '../names/names.ts'\nexport const later = (names: Names) => names`,
      'apps/server/src/people/login/up.ts': `import '../../migrations.ts'\nexport const up = 1`,
      'apps/server/src/relay/hub.ts': `import { up } from '../people/login/up.ts'\nexport const hub = up`,
      'apps/server/src/migrations.ts': `export const migrations = []`,
      'apps/server/src/tables.ts': `export interface RoomTables { id: string }`,
      'apps/server/src/core/store/database.ts': `import type { RoomTables } from '../../tables.ts'\nexport type Database = RoomTables`,
    },
    refused: [
      'apps/server/src/core/store/store.ts:1 groups',
      'apps/server/src/data/names/names.ts:1 groups',
      'apps/server/src/data/names/names.ts:2 groups',
      'apps/server/src/people/login/up.ts:1 groups',
      'apps/server/src/relay/hub.ts:1 groups',
    ],
  },
  {
    why: 'a folder of the server stands in no group, or in none of its group’s rooms',
    files: {
      'apps/server/src/money/lottery/quote.ts': `export const quote = 1`,
      'apps/server/src/data/extras/late.ts': `export const late = 1`,
    },
    refused: [
      'apps/server/src/data/extras/late.ts:1 groups',
      'apps/server/src/money/lottery/quote.ts:1 groups',
    ],
  },
  {
    why: 'the frame imports more than contract and ui',
    files: { 'apps/frame/src/a.ts': `import { evm } from 'latchkey/evm'\nexport const a = evm` },
    refused: ['apps/frame/src/a.ts:1 arrows'],
  },
  {
    why: '@latchkey/testing in shipped code',
    files: {
      [`${L}widget/connect/fake.ts`]: `import { simulate } from '@latchkey/testing'\nexport const fake = simulate`,
    },
    refused: [`${L}widget/connect/fake.ts:1 arrows`],
  },
  {
    why: 'shipped code that leans on a fixture; the gallery may',
    files: {
      [`${L}widget/fixtures/states.ts`]: `let count = 0\nexport const states = () => count++`,
      [`${L}widget/connect/demo.ts`]: `import { states } from '../fixtures/states.ts'\nexport const demo = states`,
      [`${L}gallery.ts`]: `import { states } from './widget/fixtures/states.ts'\nexport const gallery = () => states()`,
    },
    refused: [`${L}widget/connect/demo.ts:1 arrows`],
  },
  {
    why: '@latchkey/testing in the dev stack',
    files: {
      'apps/devstack/src/fake.ts': `import '@latchkey/testing/playwright'\nexport const fake = 1`,
    },
    refused: ['apps/devstack/src/fake.ts:1 arrows'],
  },
  {
    why: 'the playground, e2e and bench reach past the public entry points',
    files: {
      'apps/playground/src/a.ts': `import { limits } from '../../../packages/latchkey/src/contract/limits.ts'\nexport const a = limits`,
      'e2e/hosts/a.ts': `import { evm } from 'latchkey/dist/evm.js'\nexport const a = evm`,
      'bench/src/a.ts': `import { createApp } from '../../apps/server/src/index.ts'\nexport const a = createApp`,
    },
    refused: ['apps/playground/src/a.ts:1 arrows', 'bench/src/a.ts:1 arrows', 'e2e/hosts/a.ts:1 arrows'],
  },
  {
    why: 'an entry point reaches an SDK, lazily and two files away',
    files: {
      [`${L}widget/handle/createLatchkey.ts`]: `/** Makes a widget's handle. */ export const createLatchkey = () => import('./chain.ts')`,
      [`${L}widget/handle/chain.ts`]: `\n\nexport const chain = () => import('viem/actions')`,
    },
    refused: [`${L}widget/handle/chain.ts:3 arrows`, `${L}widget/handle/chain.ts:3 sdk`],
  },
  {
    why: 'an import cycle; a type or an import() does not close one',
    files: {
      [`${L}ui/a/a.ts`]: `import { b } from './b.ts'\nexport const a = () => b`,
      [`${L}ui/a/b.ts`]: `export const one = 1\nimport { c } from './c.ts'\nexport const b = () => c`,
      [`${L}ui/a/c.ts`]: `import { a } from './a.ts'\nexport const c = () => a`,
      [`${L}ui/b/d.ts`]: `import type { E } from './e.ts'\nexport type D = E`,
      [`${L}ui/b/e.ts`]: `import type { D } from './d.ts'\nexport type E = D\nexport const f = () => import('./f.ts')`,
      [`${L}ui/b/f.ts`]: `import { f } from './e.ts'\nexport const g = f`,
    },
    refused: [`${L}ui/a/c.ts:1 cycles`],
  },
  {
    why: 'React in a plain file; its types may be there',
    files: {
      [`${L}widget/shell/mount.ts`]: `import { createRoot } from 'react-dom/client'\nexport const mount = createRoot`,
      [`${L}widget/shell/node.ts`]: `import type { ReactNode } from 'react'\nexport type Shown = ReactNode`,
      [`${L}widget/shell/user.ts`]: `import 'react'\nexport const user = 1`,
    },
    refused: [`${L}widget/shell/mount.ts:1 react`, `${L}widget/shell/user.ts:1 react`],
  },
  {
    why: 'views.ts imports a component statically',
    files: {
      [`${L}widget/send/views.ts`]: `import { ConnectButton } from '../react/ConnectButton.tsx'\nexport const views = ConnectButton`,
    },
    refused: [`${L}widget/send/views.ts:1 views`],
  },
  {
    why: 'a barrel that is no entry point, in both spellings',
    files: {
      [`${L}widget/all.ts`]: `export * from './react/useLatchkey.ts'\nexport type { Latchkey } from './handle/createLatchkey.ts'`,
      [`${L}ui/index.ts`]: `import { Button } from './button/Button.tsx'\nexport { Button }`,
    },
    refused: [`${L}ui/index.ts:1 barrels`, `${L}widget/all.ts:1 barrels`],
  },
  {
    why: 'module-level variables and collections',
    files: {
      [`${L}widget/handle/a.ts`]: `let open = false\nexport const toggle = () => { open = !open; return open }`,
      [`${L}widget/handle/b.ts`]: `export const byId = new Map<string, string>()\nconst seen = new WeakSet()\nexport const has = (o: object) => seen.has(o)`,
      [`${L}widget/handle/c.ts`]: `const cache = new WeakMap<object, string>()\nconst list: ReadonlyMap<string, ReadonlySet<string>> = new Map([['a', new Set(['b'])]])\nexport const get = (o: object) => [cache.get(o), list]`,
      [`${L}widget/handle/d.ts`]: `export class Counter { static count = 0; static readonly first = 1; own = new Map() }`,
    },
    refused: [
      `${L}widget/handle/a.ts:1 state`,
      `${L}widget/handle/b.ts:1 state`,
      `${L}widget/handle/b.ts:2 state`,
      `${L}widget/handle/c.ts:1 state`,
      `${L}widget/handle/d.ts:1 state`,
    ],
  },
  {
    why: 'a list or object of the module that is changed, in every way; a local one of the same name may be',
    files: {
      'apps/server/src/log.ts': [
        `const rows: string[] = []`,
        `const flags = { on: false } as { on: boolean; off?: boolean }`,
        `export const add = (row: string) => rows.push(row)`,
        `export const put = (row: string) => { rows[0] = row }`,
        `export const turn = () => { flags.on = true }`,
        `export const drop = () => delete flags.off`,
        `export const mix = (more: object) => Object.assign(flags, more)`,
        `export function local() { const rows: string[] = []; rows.push('a'); return rows }`,
        `export const given = (rows: string[]) => rows.push('a')`,
        `export const read = () => rows.length`,
      ].join('\n'),
    },
    refused: [3, 4, 5, 6, 7].map(at => `apps/server/src/log.ts:${at} state`),
  },
  {
    why: 'the DOM touched at import',
    files: {
      [`${L}widget/shell/page.ts`]: `export const width = window.innerWidth\nexport const later = () => window.innerWidth\nexport const isPage = typeof document === 'object'\nexport type Shown = { window: Window }\nexport const named = { document: 1 }`,
      [`${L}widget/shell/tag.ts`]: `export class Tag extends HTMLElement {}`,
      [`${L}widget/shell/now.ts`]: `customElements.define('a-b', class {} as never)\nexport const now = 1`,
    },
    refused: [
      `${L}widget/shell/now.ts:1 dom`,
      `${L}widget/shell/page.ts:1 dom`,
      `${L}widget/shell/tag.ts:1 dom`,
    ],
  },
  {
    why: 'raw time and randomness',
    files: {
      [`${L}engine/flows/connect/wait.ts`]: [
        `export const a = () => setTimeout(() => {}, 1)`,
        `export const b = () => window.setInterval(() => {}, 1)`,
        `export const c = () => Date.now() + performance.now()`,
        `export const d = () => [new Date(), new Date(5)]`,
        `export const e = () => Math.random()`,
        `export const f = () => globalThis.crypto.getRandomValues(new Uint8Array(1))`,
        `export const g = () => requestIdleCallback(() => {})`,
        `export const h = () => requestAnimationFrame(() => {})`,
        `export const i = (ctx: { clock: { setTimeout(): void } }) => ctx.clock.setTimeout()`,
      ].join('\n'),
      [`${L}chains/evm/late.ts`]: `export const late = (target: Window) => target.setTimeout(() => {})`,
    },
    refused: [
      `${L}chains/evm/late.ts:1 clock`,
      ...[1, 2, 3, 3, 4, 5, 6, 7].map(at => `${L}engine/flows/connect/wait.ts:${at} clock`),
    ],
  },
  {
    why: 'S10 T81: Math.random where secrets are made, however it is reached; tests and listed files may',
    files: {
      'apps/frame/src/keys/make.ts': [
        'export const a = () => Math.random()',
        'export const b = (make = Math.random) => make()',
        "export const c = () => globalThis.Math['random']()",
        'const { random } = Math',
        'const { ...all } = Math',
        'export const d = () => [random(), all, Math.floor(1), crypto.getRandomValues(new Uint8Array(1))]',
      ].join('\n'),
      'apps/frame/src/keys/make.test.ts': 'export const a = Math.random',
      'apps/server/src/people/signin/make.ts': 'export const a = () => Math.random()',
      'apps/server/src/relay/drainSockets.ts': 'export const a = () => Math.random()',
    },
    refused: [
      ...[1, 2, 3, 4, 5].map(at => `apps/frame/src/keys/make.ts:${at} secrets`),
      'apps/server/src/people/signin/make.ts:1 secrets',
    ],
  },
  {
    why: 'a message to any origin, in both spellings',
    files: {
      'apps/frame/src/tell.ts': `export const tell = (frame: Window) => frame.postMessage({}, '*')\nexport const again = () => postMessage({}, { targetOrigin: '*' })\nexport const fine = () => parent.postMessage({}, origin)`,
    },
    refused: ['apps/frame/src/tell.ts:1 postmessage', 'apps/frame/src/tell.ts:2 postmessage'],
  },
  {
    why: 'a namespace is named by code that serves all of them; tables, adapters, tests and longer words may',
    files: {
      [`${L}engine/base/named.ts`]: [
        "export const isEvm = (each: string) => each === 'eip155'",
        "export const main = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'",
        `export const chain = (id: number) => \`eip155:\${id}\``,
        'export const isCosmos = (each: string) => /^cosmos:/.test(each)',
        'export const words = { sui: 1 }',
        'export const stacks = (each: Record<string, number>) => each.stacks',
        "export const fine = ['stackside', 'namespace.solana', 'evm'] as const",
        "export type Namespace = 'eip155' | 'solana'",
        '/** Such as eip155. */',
        `export const told = (t: (key: string) => string) => t(\`namespace.\${fine[0]}\`)`,
      ].join('\n'),
      [`${L}chains/evm/named.ts`]: "export const namespace = 'eip155'",
      [`${L}contract/networks/named.ts`]: "export const chain = { chainNamespace: 'eip155' }",
      [`${L}pairing/namespaces/named.ts`]: 'export const data = { sui: [] }',
      [`${L}engine/base/named.test.ts`]: "export const namespace = 'eip155'",
    },
    refused: [1, 2, 3, 4, 5, 6].map(line => `${L}engine/base/named.ts:${line} namespaces`),
  },
  {
    why: 'a file that is too long; comments, data and tests do not count',
    files: {
      [`${L}widget/long.ts`]: line(401),
      [`${L}widget/told.ts`]: `${'// why\n'.repeat(300)}/*\n${'\n'.repeat(200)}*/\n${line(100)}`,
      [`${L}contract/networks/evm.ts`]: line(900),
      [`${L}widget/long.test.ts`]: line(900),
    },
    refused: [`${L}widget/long.ts:1 length`],
  },
  {
    why: 'names that say nothing',
    files: {
      [`${L}widget/types.ts`]: `export type A = 1`,
      [`${L}widget/dateUtils.ts`]: `export const a = 1`,
      [`${L}widget/WalletManager.ts`]: `export const a = 1`,
      [`${L}widget/walletList/rows.ts`]: `export const a = 1`,
      [`${L}widget/common/rows.ts`]: `export const a = 1`,
      [`${L}widget/managerial.ts`]: `export const a = 1`,
    },
    refused: [
      `${L}widget/common/rows.ts:1 names`,
      `${L}widget/dateUtils.ts:1 names`,
      `${L}widget/types.ts:1 names`,
      `${L}widget/walletList/rows.ts:1 names`,
      `${L}widget/WalletManager.ts:1 names`,
    ],
  },
  {
    why: 'a default export; a tool’s configuration may have one',
    files: {
      'apps/playground/src/Page.tsx': `\nexport default function Page() { return null }`,
      'apps/playground/vite.config.ts': `export default {}`,
    },
    refused: ['apps/playground/src/Page.tsx:2 names'],
  },
  {
    why: 'a public name or member without a docstring, behind any re-export, or with a riddle in it',
    files: {
      [`${L}index.ts`]: `export { createLatchkey as create } from './widget/handle/createLatchkey.ts'\nexport type { Features } from './contract/index.ts'`,
      [`${L}widget/handle/createLatchkey.ts`]: `import { toggle } from './toggle.ts'\nexport { toggle as createLatchkey }\nexport const own = 1`,
      [`${L}widget/handle/toggle.ts`]: `\n\nexport function toggle() {}`,
      [`${L}contract/index.ts`]: `export * from './options.ts'`,
      [`${L}contract/options.ts`]: [
        `/** The flags of a host. */`,
        `export interface Features {`,
        `  /** Shows an email field. @default false */`,
        `  readonly email?: boolean`,
        `  readonly send?: boolean`,
        `  /** Sending. */`,
        `  readonly receive?: boolean`,
        `}`,
        `/** What whoever logs in is called. */`,
        `export type User = string`,
        `// No docstring.`,
        `export const [a, b] = [1, 2], c = 3`,
        `type Hidden = string`,
        `export type { Hidden as Shown }`,
      ].join('\n'),
    },
    refused: [
      ...[5, 7].map(at => `${L}contract/options.ts:${at} docstrings`),
      `${L}contract/options.ts:9 words`,
      ...[10, 12, 13].map(at => `${L}contract/options.ts:${at} docstrings`),
      `${L}widget/handle/toggle.ts:3 docstrings`,
    ],
  },
  {
    why: 'a comment or a test title that is a riddle; other folders may have the words',
    files: {
      [`${L}widget/plain.ts`]: `// What nobody\n/* keeps,\n * whoever asks. */\nexport const hint = 'This is free.'`,
      'apps/server/src/plain.test.ts': `it('is told', () => {})\ntest.each([1])(\`%s heeds\`, () => {})\nsay('nobody')`,
      [`${L}engine/base/plain.ts`]: `// Nobody asks.\nexport const plain = 1`,
      'docs/plain.ts': `// Nobody asks.\nexport const plain = 1`,
    },
    refused: [
      'apps/server/src/plain.test.ts:1 words',
      'apps/server/src/plain.test.ts:2 words',
      `${L}engine/base/plain.ts:1 words`,
      `${L}widget/plain.ts:1 words`,
      `${L}widget/plain.ts:3 words`,
    ],
  },
  {
    why: 'a phrase of the list in what ships, also between tags and in a page, and a text by key that is too long',
    files: {
      [`${L}widget/hint.tsx`]: `export const hint = 'Nobody has it'\nexport const more = \`It is good for \${1} minutes\`\nexport const Row = () => <p>\n  It goes on by itself</p>`,
      [`${L}widget/hint.test.ts`]: `say('nobody')`,
      [`${L}widget/hintTexts.ts`]: `export const hintTexts = {\n  'hint.long': '${'word '.repeat(26)}',\n  'hint.short': '${'word '.repeat(25)}',\n} as const`,
      'docs/phrases.md': 'Whoever has it\nis told of it.',
    },
    refused: [
      'docs/phrases.md:1 words',
      'docs/phrases.md:2 words',
      `${L}widget/hint.tsx:1 words`,
      `${L}widget/hint.tsx:2 words`,
      `${L}widget/hint.tsx:4 words`,
      `${L}widget/hintTexts.ts:2 words`,
    ],
  },
  {
    why: 'text that does not parse',
    files: { 'apps/playground/src/broken.ts': `export const a = 1\nexport const = 2` },
    refused: ['apps/playground/src/broken.ts:2 syntax'],
  },
]

const found = (files: Record<string, string>) =>
  checkLayers(buildTree({ ...good, ...files }, entryPoints)).filter(finding => finding.severity === 'error')

describe('checkLayers', () => {
  test('accepts a tree that keeps the rules', () => {
    expect(found({}).map(formatFinding)).toEqual([])
  })

  test.each(bad)('refuses: $why', ({ files, refused }) => {
    expect(found(files).map(finding => `${finding.path}:${finding.line} ${finding.rule}`)).toEqual(refused)
  })

  test('warns from 250 lines of code on, without refusing', () => {
    const tree = buildTree({ ...good, [`${L}widget/wordy.ts`]: line(251) }, entryPoints)
    expect(checkLayers(tree)).toMatchObject([
      { path: `${L}widget/wordy.ts`, rule: 'length', severity: 'warning' },
    ])
  })

  test('lets tests reach across rooms and keep state', () => {
    const source = `import { simulate } from '@latchkey/testing'\nlet count = 0\nsimulate(count++)\nsetTimeout(() => {})`
    expect(found({ [`${L}engine/flows/connect/connect.test.ts`]: source })).toEqual([])
  })

  test('says where, what and what to do in one line', () => {
    const [finding] = found({
      [`${L}widget/send/views.ts`]: `import '../react/ConnectButton.tsx'\nexport const views = {}`,
    })
    expect(finding === undefined ? '' : formatFinding(finding)).toBe(
      `${L}widget/send/views.ts:1 views — views.ts imports ../react/ConnectButton.tsx statically — write load: () => import('../react/ConnectButton.tsx')`,
    )
  })

  test('the table names only rooms that exist, and only nouns in noun edges', () => {
    const names = rooms.map(room => room.name)
    for (const room of rooms)
      for (const other of [...room.rooms, ...(room.interfaces ?? [])]) expect(names).toContain(other)
    for (const noun of engineTiers.nounEdges.flat())
      expect(existsSync(`${engineTiers.prefix}nouns/${noun}`), noun).toBe(true)
  })

  test('the order of the server names only folders that exist, and fewer than ten imports against it', () => {
    const folders = serverGroups.groups.flatMap(({ name, rooms: inside }) => [
      name,
      ...inside.map(room => `${name}/${room}`),
    ])
    for (const path of [...folders, ...serverGroups.top, ...serverGroups.upward.flat()])
      expect(existsSync(`${serverGroups.prefix}${path}`), path).toBe(true)
    expect(serverGroups.upward.length).toBeLessThan(10)
  })
})
