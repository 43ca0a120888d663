import type { ConnectParams } from './protocol.ts'

/** What dapps ask for in these tests. */
export const asked: ConnectParams = {
  chains: ['eip155:1', 'eip155:10'],
  methods: ['personal_sign', 'eth_signTypedData_v4', 'eth_sendTransaction'],
  events: ['chainChanged', 'accountsChanged'],
}

export const hello = '0x68656c6c6f'

export const typedData = {
  domain: { name: 'Interop', version: '1', chainId: 1 },
  types: { Note: [{ name: 'text', type: 'string' }] },
  primaryType: 'Note',
  message: { text: 'hello' },
} as const

/** The same as it is sent: wallets want the type of the domain in it, which viem finds out for itself. */
export const typedDataText = JSON.stringify({
  ...typedData,
  types: {
    EIP712Domain: [
      { name: 'name', type: 'string' },
      { name: 'version', type: 'string' },
      { name: 'chainId', type: 'uint256' },
    ],
    ...typedData.types,
  },
})
