import { ristretto255_oprf } from '@noble/curves/ed25519.js'
import { argon2id } from '@noble/hashes/argon2.js'
import { expect, it, onTestFinished } from 'vitest'
import { type Stolen, steal } from '../../../../server/src/people/custody/stolen.fixture.ts'
import { createOwnVault } from '../../../../server/src/people/custody/vault/createListedVault.ts'
import { openCustody } from '../../../../server/src/people/custody/wallet.fixture.ts'
import { openBrowser } from '../browser.fixture.ts'
import { type Bytes, fromHex, toBytes, toHex, xorBytes } from '../bytes.ts'
import { commitOf } from '../commitOf.ts'
import { createKey } from '../createKey.ts'
import type { CustodyClient } from '../custodyClient.ts'
import { openSealed, sealingKey } from '../sealed.ts'
import { addFactor } from './addFactor.ts'
import { keyOfPasskey, passkeyFactor } from './keyOfPasskey.ts'
import { keyOfPassword } from './keyOfPassword.ts'
import { aboutFactor, factorOf, operatorFactor } from './makeFactor.ts'
import { keyOfCode, makeRecoveryCode } from './recoveryCode.ts'

const account = 'ann'
const password = 'tr0ub4dor & 3'

/** A wallet that this page made over the real services, and all that an attacker takes from those. */
async function openStolen(mode: 'user' | 'operator') {
  const vault = createOwnVault()
  const app = await openCustody({ CUSTODY_MODE: mode }, { custodyVault: vault })
  onTestFinished(app.close)
  const phone = await openBrowser(app, account)
  const code = await keyOfCode(makeRecoveryCode(), account)
  const secret = crypto.getRandomValues(new Uint8Array(32))
  const factors = [
    factorOf('code', code),
    await passkeyFactor(await keyOfPasskey(secret, account), 'abc'),
    ...(mode === 'operator' ? [operatorFactor()] : []),
  ]
  await createKey(phone, { account, factors })
  const byPassword = await keyOfPassword(phone.client, { password, account })
  await addFactor(phone, { account, make: factorOf('password', byPassword) })
  const stolen = await steal(app.store, vault)
  const listed = (await phone.known()).wallet?.factors ?? []
  return { stolen, factors: listed }
}

/** Whether it is the wallet's key: an attacker has what the services compare with. */
const isKey = ({ commits }: Stolen, key: Bytes) => commitOf(key, account) === commits.get(account)

/** Whether two of the secrets, or one of them, are the key. */
function joins(stolen: Stolen, more: readonly Uint8Array[] = []): boolean {
  const secrets = [...new Map([...more, ...stolen.secrets].map(each => [toHex(each), each])).values()]
  const own = more.length > 0 ? more : secrets
  return (
    secrets.some(each => isKey(stolen, Uint8Array.from(each))) ||
    own.some((a, at) => secrets.slice(more.length > 0 ? 0 : at + 1).some(b => isKey(stolen, xorBytes(a, b))))
  )
}

it('T76: everything that the services have opens the wallet in the mode operator', async () => {
  const { stolen } = await openStolen('operator')
  expect(joins(stolen)).toBe(true)
})

it('T76: in the mode user nothing that the services have opens a share, except a guessed password at the price of Argon2id', async () => {
  const { stolen, factors } = await openStolen('user')
  expect(factors.map(({ kind }) => kind).sort()).toEqual(['code', 'passkey', 'password'])
  expect(joins(stolen)).toBe(false)

  // No secret there decrypts what this page encrypted, neither as a key nor as what a key is derived from.
  const opened: unknown[] = []
  const open = async (key: CryptoKey, of = factors) => {
    for (const { id, sealed } of of)
      await openSealed(key, sealed, aboutFactor(account, id)).then(
        share => opened.push(share),
        () => undefined,
      )
  }
  const distinct = new Map(stolen.secrets.map(each => [toHex(each), Uint8Array.from(each)]))
  for (const secret of distinct.values()) {
    await open(await crypto.subtle.importKey('raw', secret, 'AES-GCM', false, ['decrypt']))
    for (const purpose of ['code', 'passkey', 'password'])
      await open(await sealingKey(secret, purpose, account))
  }
  expect(opened).toEqual([])

  // With the OPRF's key a guess needs no services, and no count of them stops it.
  const oprfKey = stolen.oprfKeys.get(account)
  if (!oprfKey) throw new Error('no key')
  const { oprf } = ristretto255_oprf
  const offline = {
    call: async (_route: object, { blinded }: { readonly blinded: string }) => ({
      evaluated: toHex(oprf.blindEvaluate(oprfKey, fromHex(blinded))),
      left: 10,
    }),
  } as unknown as CustodyClient
  const locked = factors.filter(({ kind }) => kind === 'password')
  const guess = async (text: string) =>
    open(await keyOfPassword(offline, { password: text, account }), locked)
  await guess('tr0ub4dor & 4')
  expect(opened).toEqual([])

  // The right one at a lower price opens nothing: unstretched, with less memory, or with fewer passes.
  const { blind, blinded } = oprf.blind(toBytes(password))
  const output = oprf.finalize(toBytes(password), blind, oprf.blindEvaluate(oprfKey, blinded))
  const salt = toBytes(`latchkey password ${account}`)
  const cheap = [
    output,
    argon2id(output, salt, { m: 32_768, t: 3, p: 1, dkLen: 32 }),
    argon2id(output, salt, { m: 65_536, t: 2, p: 1, dkLen: 32 }),
  ]
  for (const secret of cheap)
    await open(await sealingKey(Uint8Array.from(secret), 'password', account), locked)
  expect(opened).toEqual([])

  // The right one at its price does: a weak password does not hold against an attacker who has all of the services.
  await guess(password)
  expect(opened).toHaveLength(1)
  expect(joins(stolen, opened as Uint8Array[])).toBe(true)
})
