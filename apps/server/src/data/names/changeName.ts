import { type NameChange, nameChangeSchema, type postProfile, type RouteRequest } from 'latchkey/services'
import * as v from 'valibot'
import { parseJson } from '../../core/http/parseJson.ts'
import { RouteFault } from '../../core/http/routeFault.ts'
import { viem } from '../../core/libraries/viem.ts'
import { refusalsOfAttributes } from './attributes.ts'
import { labelIn, normalName } from './checkName.ts'
import { checkSigned } from './checkSigned.ts'
import { countNamesOf, type NameRow } from './findNames.ts'
import { oneAfterTheOther } from './oneAfterTheOther.ts'
import type { Registry } from './registerName.ts'

/**
 * Changes a name as its holder signed it (T66): what costs nothing is checked first, then the nonce is used up and the
 * signature checked, and one statement changes the row if the signer holds it. Returns undefined once the name is given up.
 * @throws RouteFault NAME_INVALID, NAME_NOT_FOUND, NAME_SIGNATURE_INVALID, REQUEST_INVALID, APKT009.
 */
export async function changeName(
  registry: Registry,
  project: string,
  request: { readonly name: string; readonly body: RouteRequest<typeof postProfile>['body'] },
): Promise<NameRow | undefined> {
  const { store, zone, now } = registry
  const { body } = request
  const change = readChange(body.message)
  const label = normalName(change.name) === change.name ? labelIn(zone, change.name) : undefined
  if (change.domain !== zone || label === undefined || change.name !== request.name)
    throw notHeld(request.name)
  refuse(change, body.address)
  const address = await checkSigned(registry, { project, body, message: change })

  const at = now()
  const changed = <T extends Partial<NameRow>>(set: T) =>
    store.compose
      .updateTable('names')
      .set({ ...set, updated_at: at })
      .where('zone', '=', zone)
      .where('label', '=', label)
      .where('address', '=', address)
  switch (change.action) {
    case 'records': {
      const set = { attributes: JSON.stringify(change.attributes) }
      return heldRow(await store.write([changed(set).returningAll().compile()]), change.name)
    }
    case 'transfer': {
      // The receiver did not ask for the name: it does not go by it before it says so, and takes over no records of others.
      const set = { address: change.to.toLowerCase(), attributes: '{}', named_at: 0 }
      return heldRow(await store.write([changed(set).returningAll().compile()]), change.name)
    }
    case 'primary': {
      const [, rows] = await store.write([
        oneAfterTheOther(store),
        changed({ named_at: at })
          .where(eb =>
            eb.or([
              eb('named_at', 'is', null),
              eb('named_at', '>', 0),
              eb(countNamesOf(eb, zone, address), '<', registry.namesPerAccount),
            ]),
          )
          .returningAll()
          .compile(),
      ])
      if (rows.length === 0) await refuseFull(registry, address, label)
      return heldRow([rows], change.name)
    }
    case 'release': {
      const gone = store.compose
        .deleteFrom('names')
        .where('zone', '=', zone)
        .where('label', '=', label)
        .where('address', '=', address)
        .returningAll()
        .compile()
      heldRow(await store.write([gone]), change.name)
      return undefined
    }
  }
}

function readChange(text: string): NameChange {
  const json = parseJson(new TextEncoder().encode(text))
  const result = v.safeParse(nameChangeSchema, json?.value)
  if (result.success) return result.output
  throw new RouteFault('REQUEST_INVALID', {
    reasons: [{ name: 'message', description: 'The signed message is not one that changes a name' }],
  })
}

/** What can be refused without the store. */
function refuse(change: NameChange, holder: string): void {
  if (change.action === 'records') {
    const reasons = refusalsOfAttributes(change.attributes)
    if (reasons.length > 0) throw new RouteFault('NAME_INVALID', { reasons })
  }
  if (change.action !== 'transfer') return
  const problem = problemOf(change.to, holder)
  if (problem !== undefined)
    throw new RouteFault('NAME_INVALID', { reasons: [{ name: 'to', description: problem }] })
}

/** Why an account cannot receive a name, in words for the visitor. */
function problemOf(to: string, holder: string): string | undefined {
  if (to.toLowerCase() === holder.toLowerCase()) return 'This account holds the name already'
  if (BigInt(to) === 0n) return 'The zero address cannot hold a name'
  // Mixed case is a checksum (EIP-55).
  return viem().isAddress(to) ? undefined : 'This address has a typing error'
}

/** The row that a write returned; without one the signer does not hold the name, whether or not another account does. */
function heldRow([rows]: readonly [readonly NameRow[]], name: string): NameRow {
  const [row] = rows
  if (row === undefined) throw notHeld(name)
  return row
}

function notHeld(name: string): RouteFault {
  return new RouteFault('NAME_NOT_FOUND', {
    reasons: [{ name: 'name', description: `This account does not hold ${name}` }],
  })
}

/** S11m: a name that was handed to an account counts once the account goes by it. */
async function refuseFull({ store, zone, namesPerAccount }: Registry, address: string, label: string) {
  const held = await store.db
    .selectFrom('names')
    .select('label')
    .where('zone', '=', zone)
    .where('label', '=', label)
    .where('address', '=', address)
    .executeTakeFirst()
  if (held !== undefined)
    throw new RouteFault('NAME_INVALID', {
      reasons: [{ name: 'account', description: `An account has at most ${namesPerAccount} names here` }],
    })
}
