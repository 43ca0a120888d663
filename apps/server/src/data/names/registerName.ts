import { nameMessageSchema, type postProfile, type RouteRequest } from 'latchkey/services'
import * as v from 'valibot'
import { parseJson } from '../../core/http/parseJson.ts'
import { RouteFault } from '../../core/http/routeFault.ts'
import type { Store } from '../../core/store/store.ts'
import { refusalsOfAttributes } from './attributes.ts'
import { isReserved, labelIn, normalName, refusalsOf } from './checkName.ts'
import { checkSigned } from './checkSigned.ts'
import type { ChainReader } from './createChainReader.ts'
import type { Nonces } from './createNonces.ts'
import { countNamesOf, findName, type NameRow } from './findNames.ts'
import { oneAfterTheOther } from './oneAfterTheOther.ts'
import { skeletonOf } from './skeletonOf.ts'

export interface Registry {
  readonly store: Store
  readonly zone: string
  readonly nonces: Nonces
  readonly reader: ChainReader | undefined
  readonly now: () => number
  /** Names that one address may hold: more are refused (S11m). */
  readonly namesPerAccount: number
}

/**
 * Registers a name for the address that signed for it (SPEC §4, T66). What costs nothing is checked first; then the nonce
 * is used up, whatever comes of it; then the signature is checked; and one statement decides who gets the name.
 * @throws RouteFault NAME_INVALID, NAME_NOT_FOUND, NAME_SIGNATURE_INVALID, NAME_TAKEN, REQUEST_INVALID, APKT009.
 */
export async function registerName(
  registry: Registry,
  project: string,
  body: RouteRequest<typeof postProfile>['body'],
): Promise<NameRow> {
  const { store, zone, now, namesPerAccount } = registry
  const message = readMessage(body.message)
  if (message.domain !== zone) throw new RouteFault('NAME_NOT_FOUND', { reasons: [otherZone] })
  const label = readLabel(zone, message.name)
  const unfit = refusalsOfAttributes(message.attributes)
  if (unfit.length > 0) throw new RouteFault('NAME_INVALID', { reasons: unfit })
  const address = await checkSigned(registry, { project, body, message })

  const at = now()
  const row: NameRow = {
    zone,
    label,
    skeleton: skeletonOf(label),
    address,
    attributes: JSON.stringify(message.attributes),
    registered_at: at,
    updated_at: at,
    named_at: null,
  }
  const [, won] = await store.write([
    oneAfterTheOther(store),
    store.compose
      .insertInto('names')
      .columns(['zone', 'label', 'skeleton', 'address', 'attributes', 'registered_at', 'updated_at'])
      .expression(eb =>
        eb
          .selectFrom(countNamesOf(eb, zone, row.address).as('held'))
          .select([
            eb.cast<string>(eb.val(row.zone), 'text').as('zone'),
            eb.cast<string>(eb.val(row.label), 'text').as('label'),
            eb.cast<string>(eb.val(row.skeleton), 'text').as('skeleton'),
            eb.cast<string>(eb.val(row.address), 'text').as('address'),
            eb.cast<string>(eb.val(row.attributes), 'text').as('attributes'),
            eb.cast<number>(eb.val(row.registered_at), 'bigint').as('registered_at'),
            eb.cast<number>(eb.val(row.updated_at), 'bigint').as('updated_at'),
          ])
          .where('held.count', '<', namesPerAccount),
      )
      .onConflict(conflict => conflict.doNothing())
      .returning('label')
      .compile(),
  ])
  if (won.length === 1) return row
  if ((await findName(store, zone, label)) !== undefined)
    throw new RouteFault('NAME_TAKEN', {
      reasons: [{ name: 'name', description: `${label}.${zone} is taken` }],
    })
  const { count } = await store.db
    .selectNoFrom(eb => countNamesOf(eb, zone, row.address).as('count'))
    .executeTakeFirstOrThrow()
  if (Number(count) >= namesPerAccount)
    throw new RouteFault('NAME_INVALID', {
      reasons: [{ name: 'account', description: `An account has at most ${namesPerAccount} names here` }],
    })
  throw new RouteFault('NAME_INVALID', {
    reasons: [{ name: 'name', description: 'This name looks like one that is taken' }],
  })
}

function readMessage(text: string): v.InferOutput<typeof nameMessageSchema> {
  const json = parseJson(new TextEncoder().encode(text))
  const result = v.safeParse(nameMessageSchema, json?.value)
  if (result.success) return result.output
  throw new RouteFault('REQUEST_INVALID', {
    reasons: [{ name: 'message', description: 'The signed message is not one that registers a name' }],
  })
}

function readLabel(zone: string, name: string): string {
  // A text without a normal form still gets the rule that it breaks.
  const normal = normalName(name)
  const label = labelIn(zone, normal ?? name.toLowerCase())
  const reasons = label === undefined ? [notInZone(zone)] : refusalsOf(label)
  if (label !== undefined && normal !== undefined && reasons.length === 0 && !isReserved(label)) return label
  throw new RouteFault('NAME_INVALID', { reasons: reasons.length === 0 ? [reserved] : reasons })
}

const reserved = { name: 'name', description: 'This name is reserved' }

function notInZone(zone: string): { name: string; description: string } {
  return { name: 'name', description: `A name here ends with .${zone} and has one part before it` }
}

const otherZone = { name: 'domain', description: 'Names of this zone are not registered here' }
