/** The hooks of several wallets as a host renders them, with a handle and wallets of the page (SPEC §6 "Multi-wallet"). */
import { createSimulatedWallet, type SimulatedWallet } from '@latchkey/testing'
import { useState } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { mainnet, optimism } from '../../contract/networks/evm.ts'
import { createMemoryStorage } from '../../engine/base/pageStorage.ts'
import { evm } from '../../evm.ts'
import { eventually } from '../conformance/eventually.ts'
import { createLatchkey } from '../handle/createLatchkey.ts'
import type { Latchkey } from '../handle/latchkey.ts'
import { LatchkeyProvider } from './LatchkeyProvider.tsx'
import { type ConnectionAccess, useConnection } from './useConnection.ts'
import { useConnections } from './useConnections.ts'
import { useSignIn } from './useSignIn.ts'

let wallets: readonly SimulatedWallet[]
let latchkey: Latchkey
let root: Root
let page: HTMLElement
let access: ConnectionAccess
/** The keys read from the page's storage. */
let read: string[]

function List() {
  access = useConnection()
  const { connections, recentConnections } = useConnections()
  const onSolana = useConnections({ namespace: 'solana' }).connections
  const names = (list: typeof connections | typeof recentConnections) =>
    list
      .map(({ wallet }) => wallet.name)
      .sort()
      .join(' ') || 'none'
  return (
    <p>
      {`now ${access.connection?.wallet.name ?? 'none'}; all ${names(connections)}; were ${names(recentConnections)}; `}
      {`solana ${names(onSolana)}${access.isPending ? '; pending' : ''}`}
    </p>
  )
}

function render(multiWallet: boolean): void {
  const storage = createMemoryStorage()
  read = []
  latchkey = createLatchkey({
    projectId: 'test',
    id: 'hooks',
    networks: [mainnet, optimism],
    adapters: [evm()],
    storage: {
      ...storage,
      getItem(key) {
        read.push(key)
        return storage.getItem(key)
      },
    },
    features: { multiWallet },
  })
  root.render(
    <LatchkeyProvider latchkey={latchkey}>
      <List />
    </LatchkeyProvider>,
  )
}

const says = (text: string) => eventually(() => page.textContent).toBe(text)

async function connect(walletId: string): Promise<void> {
  await latchkey.preload()
  await eventually(() => latchkey.getWallets().map(each => each.walletId)).toContain(walletId)
  const { key = '' } = latchkey.getWallets().find(each => each.walletId === walletId) ?? {}
  await latchkey.connect({ wallet: key })
}

beforeEach(() => {
  wallets = ['Blue', 'Red'].map((name, at) =>
    createSimulatedWallet({
      name,
      rdns: `com.example.${name.toLowerCase()}`,
      chains: [{ id: 1 }],
      accounts: [`0x${String(at + 1).repeat(64)}`],
      memory: false,
    }),
  )
  page = document.createElement('main')
  document.body.append(page)
  root = createRoot(page)
})

afterEach(() => {
  root.unmount()
  latchkey.destroy()
  for (const wallet of wallets) wallet.stop()
  document.body.replaceChildren()
})

test('report the active, connected and recent wallets, and switch between them', async () => {
  render(true)
  await says('now none; all none; were none; solana none')
  await connect('rdns:com.example.blue')
  await says('now Blue; all Blue; were none; solana none')
  await connect('rdns:com.example.red')
  await says('now Red; all Blue Red; were none; solana none')

  const blue = latchkey.getState().connections.find(({ wallet }) => wallet.name === 'Blue')
  const switched = access.switchConnection({ connectionId: blue?.id ?? '' })
  expect(await switched).toMatchObject({ id: blue?.id })
  await says('now Blue; all Blue Red; were none; solana none')

  // A wallet that was connected is recent from then on.
  await eventually(() => read.join()).toContain('recent-connections')
  await latchkey.disconnect({ connectionId: blue?.id ?? '' })
  await says('now Red; all Red; were Blue; solana none')
  await access.deleteRecentConnection({ connectionId: blue?.id ?? '' })
  await says('now Red; all Red; were none; solana none')
})

test('without multiWallet they are empty, and the developer is warned once', async () => {
  render(false)
  const alerts: unknown[] = []
  latchkey.on('alert', fact => alerts.push(fact))
  await connect('rdns:com.example.blue')
  await says('now none; all none; were none; solana none')
  await eventually(() => alerts).toContainEqual(expect.objectContaining({ code: 'MULTI_WALLET_DISABLED' }))
  await expect(access.switchConnection({ connectionId: 'x' })).rejects.toMatchObject({
    code: 'MULTI_WALLET_DISABLED',
  })
  await says('now none; all none; were none; solana none')
})

test("an effect that depends on a hook's result runs again only when the result changes", async () => {
  render(true)
  await connect('rdns:com.example.blue')
  const answers: unknown[] = []
  let draw = (_times: number) => {}
  function Probe() {
    const [times, setTimes] = useState(0)
    draw = setTimes
    const { connections, recentConnections } = useConnections({ latchkey, namespace: 'eip155' })
    const { open, signOut } = useSignIn({ latchkey })
    answers[times] = { connections, recentConnections, open, signOut }
    return `${times} ${connections.length}`
  }
  root.render(<Probe />)
  await says('0 1')
  draw(1)
  await says('1 1')
  const [before, after] = answers as Record<string, unknown>[]
  const changed = Object.keys(before ?? {}).filter(name => before?.[name] !== after?.[name])
  expect(changed).toEqual([])
})
