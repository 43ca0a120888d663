import type { Store } from '../../core/store/store.ts'

const oneHour = 3_600_000

/**
 * Whether a client may have to do with this address: it had before, or with fewer than `most` others within the hour (T40).
 * One conditional statement decides, whichever process asks.
 */
export async function claimClient(
  { compose, write }: Pick<Store, 'compose' | 'write'>,
  claim: { readonly client: string; readonly address: string; readonly at: number; readonly most: number },
): Promise<boolean> {
  const { client, address, at, most } = claim
  const [, won] = await write([
    compose
      .deleteFrom('signin_clients')
      .where('client_mac', '=', client)
      .where('at', '<=', at - oneHour)
      .compile(),
    compose
      .insertInto('signin_clients')
      .columns(['client_mac', 'address_mac', 'at'])
      .expression(eb =>
        eb
          .selectFrom(
            eb
              .selectFrom('signin_clients')
              .select(({ fn }) => fn.countAll<number>().as('others'))
              .where('client_mac', '=', client)
              .where('address_mac', '<>', address)
              .as('counted'),
          )
          .select([
            eb.cast<string>(eb.val(client), 'text').as('client_mac'),
            eb.cast<string>(eb.val(address), 'text').as('address_mac'),
            eb.cast<number>(eb.val(at), 'bigint').as('at'),
          ])
          .where('counted.others', '<', most),
      )
      .onConflict(conflict =>
        conflict
          .columns(['client_mac', 'address_mac'])
          .doUpdateSet(eb => ({ at: eb.ref('signin_clients.at') })),
      )
      .returning('at')
      .compile(),
  ])
  return won.length === 1
}
