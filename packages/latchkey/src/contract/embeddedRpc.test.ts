import fc from 'fast-check'
import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import {
  askedTransactionSchema,
  embeddedRpcKind,
  embeddedRpcMethods,
  embeddedRpcParams,
} from './embeddedRpc.ts'
import { rpcProxyMethods } from './rpcProxy.ts'
import { bundlerMethods } from './smartAccounts.ts'

describe('the allow-list of the embedded wallet (SPEC §6, T59)', () => {
  test('each read is one that the services pass on', () => {
    const reads = Object.entries(embeddedRpcMethods).filter(([, kind]) => kind === 'read')
    const passed = [...(rpcProxyMethods.eip155 ?? []), ...bundlerMethods]
    for (const [method] of reads) expect(passed).toContain(method)
  })

  test('a visitor decides on just these', () => {
    const asked = Object.entries(embeddedRpcMethods).filter(([, kind]) => kind === 'approve')
    expect(asked.map(([method]) => method)).toEqual([
      'personal_sign',
      'eth_signTypedData_v4',
      'eth_sendTransaction',
      'wallet_sendCalls',
      'solana_signMessage',
      'solana_signTransaction',
      'solana_signAllTransactions',
      'solana_signAndSendTransaction',
      'eth_sendUserOperation',
    ])
  })

  test.each([
    'eth_sign',
    'eth_signTransaction',
    'eth_signTypedData',
    'eth_signTypedData_v1',
    'eth_signTypedData_v3',
    'personal_ecRecover',
    'personal_importRawKey',
    'eth_decrypt',
    'eth_getEncryptionPublicKey',
    'wallet_exportKey',
    'wallet_requestPermissions',
    'wallet_watchAsset',
    'wallet_invokeSnap',
    'eth_newFilter',
    'debug_traceTransaction',
    'admin_addPeer',
    'anvil_impersonateAccount',
    'evm_snapshot',
    'hardhat_setBalance',
    'ETH_SENDTRANSACTION',
    ' personal_sign',
    'personal_sign ',
    'constructor',
    'toString',
    'hasOwnProperty',
    '__proto__',
    'valueOf',
    '',
  ])('%j is not on it', method => {
    expect(embeddedRpcKind(method)).toBeUndefined()
  })

  test('allows its own names only', () => {
    const names = new Set(Object.keys(embeddedRpcMethods))
    fc.assert(
      fc.property(fc.string(), name => {
        expect(embeddedRpcKind(name) !== undefined).toBe(names.has(name))
      }),
    )
  })
})

describe('what a call comes with', () => {
  const to = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'

  test.each([
    ['an authorisation of EIP-7702 (T60)', { to, authorizationList: [] }],
    ['a transaction of type 4 (T60)', { to, type: '0x4' }],
    ['blobs', { to, type: '0x3' }],
    ['an unknown member', { to, sponsor: to }],
    ['half a byte', { to, data: '0x123' }],
    ['a value as a number', { to, value: 1 }],
    ['a value beyond 32 bytes', { to, value: `0x1${'0'.repeat(64)}` }],
    ['an address that is none', { to: '0x12' }],
    ['too much data', { to, data: `0x${'00'.repeat(131_073)}` }],
  ])('a transaction with %s is refused', (_name, transaction) => {
    expect(v.is(askedTransactionSchema, transaction)).toBe(false)
  })

  test('a transaction as MetaMask’s test dapp writes one is read', () => {
    const transaction = {
      from: to,
      to,
      value: '0x0',
      gasLimit: '0x5208',
      gasPrice: '0x2540be400',
      type: '0x0',
    }
    expect(v.is(askedTransactionSchema, transaction)).toBe(true)
  })

  test('whatever comes is read or refused, never thrown at', () => {
    const schemas = Object.values(embeddedRpcParams)
    fc.assert(
      fc.property(fc.anything(), fc.nat(schemas.length - 1), (params, at) => {
        v.is(schemas[at] as v.GenericSchema, params)
      }),
    )
  })
})
