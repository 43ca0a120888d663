/**
 * Writes `bitcoinSignatures.json` of the server kit: sign-in texts that the node signed with addresses of each kind. Run
 * `node --conditions=@latchkey/source apps/devstack/src/bitcoin/makeSignatures.ts`.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { formatSignInMessage } from 'latchkey/contract'
import { demandNetworks } from '../chains/devNetworks.ts'
import { startBitcoin } from './startBitcoin.ts'

const kinds = { p2pkh: 'legacy', p2sh: 'p2sh-segwit', p2wpkh: 'bech32', p2tr: 'bech32m' } as const
const statements = [undefined, 'Sign in to the shop.', 'x'.repeat(300)]
const chainId = demandNetworks.bitcoin.caipNetworkId

const folder = mkdtempSync(join(tmpdir(), 'latchkey-signatures-'))
const bitcoin = await startBitcoin({ port: 0, dataFolder: folder, log: console.log })
const signatures = await Promise.all(
  Object.entries(kinds).flatMap(([kind, type]) =>
    statements.map(async statement => {
      const address = String(await bitcoin.call('getnewaddress', '', type))
      const message = formatSignInMessage({
        domain: 'shop.example',
        accountAddress: address,
        ...(statement !== undefined && { statement }),
        uri: 'https://shop.example/login',
        version: '1',
        chainId,
        nonce: 'n0nceN0nceN0nceN0nceN0nce',
        issuedAt: '2026-11-28T12:00:00.000Z',
      })
      return { kind, address, message, signature: await bitcoin.call('signmessage', address, message) }
    }),
  ),
)
const { subversion } = (await bitcoin.call('getnetworkinfo')) as { subversion: string }
await bitcoin.stop()
rmSync(folder, { recursive: true, force: true })

const root = resolve(import.meta.dirname, '../../../..')
writeFileSync(
  join(root, 'packages/latchkey/src/server/conformance/bitcoinSignatures.json'),
  `${JSON.stringify({ signedBy: subversion, chainId, signatures }, null, 2)}\n`,
)
