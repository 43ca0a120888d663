import { describe, expect, it } from 'vitest'
import { createTestWallet, recordEvents } from '../fixtures/createTestWallet.ts'

const switchTo = (chainId: unknown) => ({ method: 'wallet_switchEthereumChain', params: [{ chainId }] })
const chain = {
  chainId: '0x5',
  chainName: 'Five',
  nativeCurrency: { name: 'Five', symbol: 'FIV', decimals: 18 },
  rpcUrls: ['https://rpc.five.test'],
}
const add = (patch: object) => ({ method: 'wallet_addEthereumChain', params: [{ ...chain, ...patch }] })
const nodeOf = (chainId: string) => async () => JSON.stringify({ jsonrpc: '2.0', id: 1, result: chainId })

describe('wallet_switchEthereumChain (EIP-3326)', () => {
  it('switches after consent, emits chainChanged and answers null', async () => {
    const wallet = createTestWallet({ mode: 'ask' })
    const events = recordEvents(wallet)
    const answer = wallet.provider.request(switchTo('0x7a6a'))
    expect(wallet.control.pending).toMatchObject([{ method: 'wallet_switchEthereumChain' }])
    wallet.control.approve()
    expect(await answer).toBeNull()
    expect(events).toContainEqual(['chainChanged', '0x7a6a'])
    // Already there: no prompt.
    expect(await wallet.provider.request(switchTo('0x7a6a'))).toBeNull()
    expect(await wallet.provider.request({ method: 'net_version' })).toBe('31338')
  })

  it('answers 4902 for a chain it does not know, without a prompt', async () => {
    const wallet = createTestWallet({ mode: 'ask' })
    await expect(wallet.provider.request(switchTo('0x1'))).rejects.toMatchObject({
      code: 4902,
      message: expect.stringContaining('"0x1"'),
    })
    expect(wallet.control.pending).toEqual([])
  })

  it.each([undefined, null, 1, '1', '0x', '0x0', '0x01', '0xzz', `0x${'f'.repeat(20)}`, {}, []])(
    'refuses the chain id %j with -32602',
    async chainId => {
      const wallet = createTestWallet()
      await expect(wallet.provider.request(switchTo(chainId))).rejects.toMatchObject({ code: -32602 })
    },
  )
})

describe('wallet_addEthereumChain (EIP-3085)', () => {
  it('adds the chain, switches to it and remembers it', async () => {
    const wallet = createTestWallet({ post: nodeOf('0x5') })
    expect(await wallet.provider.request(add({}))).toBeNull()
    expect(wallet.control.state).toMatchObject({ chainId: 5 })
    expect(wallet.control.state.chains.at(-1)).toMatchObject({
      id: 5,
      name: 'Five',
      rpcUrl: 'https://rpc.five.test',
    })
    await wallet.provider.request(switchTo('0x7a69'))
    await wallet.provider.request(switchTo('0x5'))
    expect(wallet.control.state.chainId).toBe(5)
  })

  it('leaves switching to the site when the option says so', async () => {
    const wallet = createTestWallet({ post: nodeOf('0x5'), switchOnAdd: false })
    await wallet.provider.request(add({}))
    expect(wallet.control.state.chainId).toBe(31337)
    expect(await wallet.provider.request(switchTo('0x5'))).toBeNull()
  })

  it('does not let a site replace the node of a chain it knows', async () => {
    const wallet = createTestWallet({ post: nodeOf('0x7a69') })
    await wallet.provider.request(add({ chainId: '0x7a69', rpcUrls: ['https://evil.test'] }))
    expect(wallet.control.state.chains[0]).toEqual({ id: 31337 })
  })

  it('T61 refuses a node of another chain', async () => {
    const wallet = createTestWallet({ post: nodeOf('0x1') })
    await expect(wallet.provider.request(add({}))).rejects.toMatchObject({ code: -32602 })
    expect(wallet.control.state.chains).toHaveLength(2)
  })

  it.each<object>([
    { chainId: 5 },
    { chainName: '' },
    { chainName: undefined },
    { nativeCurrency: undefined },
    { nativeCurrency: { name: 'Five', symbol: 'TOOLONGSYMBOL', decimals: 18 } },
    { nativeCurrency: { name: 'Five', symbol: 'FIV', decimals: -1 } },
    { nativeCurrency: { name: 'Five', symbol: 'FIV', decimals: '18' } },
    { rpcUrls: [] },
    { rpcUrls: 'https://rpc.five.test' },
    { rpcUrls: ['http://rpc.five.test'] },
    { rpcUrls: ['javascript:alert(1)'] },
    { rpcUrls: ['rpc.five.test'] },
    { blockExplorerUrls: [] },
    { blockExplorerUrls: ['ftp://five.test'] },
  ])('refuses %j with -32602 before any prompt', async patch => {
    const wallet = createTestWallet({ mode: 'ask', post: nodeOf('0x5') })
    await expect(wallet.provider.request(add(patch))).rejects.toMatchObject({ code: -32602 })
    expect(wallet.control.pending).toEqual([])
  })

  it('accepts a local node over http', async () => {
    const wallet = createTestWallet({ post: nodeOf('0x5') })
    const rpcUrls = ['http://127.0.0.1:8545']
    expect(await wallet.provider.request(add({ rpcUrls, blockExplorerUrls: null }))).toBeNull()
  })
})

describe('wallet_watchAsset (EIP-747)', () => {
  it('answers true for a token', async () => {
    const wallet = createTestWallet()
    const address = '0x5FbDB2315678afecb367f032d93F642f64180aa3'
    const params = { type: 'ERC20', options: { address, symbol: 'USDC', decimals: 6 } }
    expect(await wallet.provider.request({ method: 'wallet_watchAsset', params })).toBe(true)
    const elsewhere = { ...params, options: { ...params.options, chainId: 31338 } }
    expect(await wallet.provider.request({ method: 'wallet_watchAsset', params: elsewhere })).toBe(true)
    for (const bad of [
      { type: 'ERC20' },
      { type: 'BTC', options: { address } },
      { type: 'ERC20', options: { address: 'x' } },
      { type: 'ERC20', options: { address, chainId: 5 } },
      { type: 'ERC20', options: { address, chainId: '0x7a69' } },
    ]) {
      const request = wallet.provider.request({ method: 'wallet_watchAsset', params: bad })
      await expect(request).rejects.toMatchObject({ code: -32602 })
    }
  })
})

describe('nodes', () => {
  it.each([
    ['unreachable', async () => Promise.reject(new TypeError('fetch failed')), 4901],
    ['not JSON', async () => '<html>', 4901],
    ['not JSON-RPC', async () => '{"ok":true}', -32603],
    ['null', async () => 'null', -32603],
    ['an error', async () => '{"error":{"code":-32000,"message":"nope","data":"0x1"}}', -32000],
    ['an error without form', async () => '{"error":{}}', -32603],
  ])('rejects with the matching code for a node that is %s', async (_name, post, code) => {
    const wallet = createTestWallet({ chains: [{ id: 1, rpcUrl: 'http://127.0.0.1:1' }], post })
    await expect(wallet.provider.request({ method: 'eth_blockNumber' })).rejects.toMatchObject({ code })
  })

  it('answers 4901 for a chain without a node, or cut off', async () => {
    const wallet = createTestWallet({
      chains: [{ id: 1, rpcUrl: 'http://node.test' }, { id: 2 }],
      post: nodeOf('0x10'),
    })
    expect(await wallet.provider.request({ method: 'eth_blockNumber' })).toBe('0x10')
    wallet.control.disconnect(1)
    await expect(wallet.provider.request({ method: 'eth_blockNumber' })).rejects.toMatchObject({ code: 4901 })
    expect(await wallet.provider.request({ method: 'eth_chainId' })).toBe('0x1')
    wallet.control.reconnect(1)
    expect(await wallet.provider.request({ method: 'eth_blockNumber' })).toBe('0x10')
    wallet.control.switchChain(2)
    await expect(wallet.provider.request({ method: 'eth_blockNumber' })).rejects.toMatchObject({ code: 4901 })
    wallet.control.addChain({ id: 2, rpcUrl: 'http://node.test' })
    expect(await wallet.provider.request({ method: 'eth_blockNumber' })).toBe('0x10')
  })
})
