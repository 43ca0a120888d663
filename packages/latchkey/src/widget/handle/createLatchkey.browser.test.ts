import { createSimulatedWallet } from '@latchkey/testing'
import { afterEach, expect, test, vi } from 'vitest'
import type { AdapterDescriptor } from '../../contract/adapter.ts'
import { mainnet } from '../../contract/networks/evm.ts'
import { createMemoryStorage } from '../../engine/base/pageStorage.ts'
import { evm } from '../../evm.ts'
import { eventually } from '../conformance/eventually.ts'
import { createLatchkey } from './createLatchkey.ts'

afterEach(() => {
  vi.restoreAllMocks()
})

test('C7 an id that is taken is logged, rejects `ready`, and leaves no listener', async () => {
  const written = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const wallet = createSimulatedWallet({
    name: 'Blue',
    rdns: 'com.example.blue',
    chains: [{ id: 1 }],
    accounts: [`0x${'1'.repeat(64)}`],
    memory: false,
  })
  let listening = 0
  const counted: AdapterDescriptor = {
    ...evm(),
    discover: () => {
      listening += 1
      return () => {
        listening -= 1
      }
    },
  }
  const storage = createMemoryStorage()
  const options = { projectId: 'test', id: 'taken', storage, networks: [mainnet] }
  const first = createLatchkey({ ...options, adapters: [evm()] })
  await first.preload()
  await eventually(() => first.getWallets().map(({ walletId }) => walletId)).toContain(
    'rdns:com.example.blue',
  )
  const row = first.getWallets().find(({ walletId }) => walletId === 'rdns:com.example.blue')
  await first.connect({ wallet: row?.key ?? '' })
  await eventually(() => storage.getItem('@latchkey/taken/snapshot')).toContain('rdns:com.example.blue')

  // As a module does that a development server runs once more.
  const second = createLatchkey({ ...options, adapters: [counted] })
  expect(second.getState().accounts.eip155?.isReconnecting).toBe(true)
  await expect(second.ready).rejects.toMatchObject({ code: 'DUPLICATE_ID' })
  await expect(second.open()).rejects.toMatchObject({ code: 'DUPLICATE_ID' })
  expect(written).toHaveBeenCalledWith(expect.objectContaining({ code: 'DUPLICATE_ID' }))
  await eventually(() => listening).toBe(0)

  first.destroy()
  await second.preload()
  expect(listening).toBe(1)
  second.destroy()
  await eventually(() => listening).toBe(0)
  wallet.stop()
})

test('F31 a store whose promises fail causes no unhandled rejection in the page', async () => {
  const unhandled: unknown[] = []
  const hear = (event: PromiseRejectionEvent) => {
    event.preventDefault()
    unhandled.push(event.reason)
  }
  addEventListener('unhandledrejection', hear)
  const refuse = () => Promise.reject(new Error('The store is blocked'))
  const handle = createLatchkey({
    projectId: 'test',
    id: 'blocked',
    networks: [mainnet],
    adapters: [evm()],
    storage: { getItem: refuse, setItem: refuse, removeItem: refuse },
  })
  expect(handle.getState().connections).toEqual([])
  await handle.ready
  await handle.preload()
  handle.destroy()
  removeEventListener('unhandledrejection', hear)
  expect(unhandled).toEqual([])
})

test('invalid options beside a stored connection are logged, without an unhandled rejection', async () => {
  const written = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const unhandled: unknown[] = []
  const hear = (event: PromiseRejectionEvent) => {
    event.preventDefault()
    unhandled.push(event.reason)
  }
  addEventListener('unhandledrejection', hear)
  const caip10 = 'eip155:1:0x1111111111111111111111111111111111111111'
  const connection = {
    id: 'stored',
    walletId: 'rdns:com.example.gone',
    transport: 'injected',
    wallet: { name: 'Gone' },
    namespaces: { eip155: { caipNetworkId: 'eip155:1', accounts: [{ caip10, type: 'eoa' }] } },
  }
  const data = {
    connections: [connection],
    active: { eip155: { connectionId: 'stored', caip10 } },
    activeNamespace: 'eip155',
    chosen: {},
  }
  const storage = createMemoryStorage()
  storage.setItem('@latchkey/wrong/snapshot', JSON.stringify({ v: 1, at: Date.now(), data }))
  const handle = createLatchkey({
    projectId: 'test',
    id: 'wrong',
    networks: [mainnet],
    adapters: [evm()],
    storage,
    privacyPolicyUrl: 'nowhere',
  })
  expect(handle.getState().accounts.eip155?.isReconnecting).toBe(true)
  await eventually(() => written.mock.calls.length > 0).toBe(true)
  // It is reported when the tasks of the moment are through.
  await new Promise(resolve => setTimeout(resolve))
  handle.destroy()
  removeEventListener('unhandledrejection', hear)
  expect(written).toHaveBeenCalledWith(expect.objectContaining({ code: 'CONFIG_INVALID' }))
  expect(unhandled).toEqual([])
})
