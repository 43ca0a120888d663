import { provide } from '../../core/context/oneOf.ts'
import type { Room } from '../../core/context/room.ts'
import { custodyGuardsMigration } from './guardsMigration.ts'
import { makeVault } from './makeVault.ts'
import { measureAudit } from './measureAudit.ts'
import { custodyMigration } from './migration.ts'
import { custodyProjectsMigration } from './projectsMigration.ts'
import { type CustodySettings, readCustodySettings } from './readCustodySettings.ts'
import { sweepCustody } from './sweepCustody.ts'
import { custodyTypesMigration } from './typesMigration.ts'
import { checkVault, openVault } from './vault/openVault.ts'

/** Key shares of the embedded wallet. Login mounts its calls: it knows who asks. */
export const custodyRoom: Room<{ readonly custody: CustodySettings }> = {
  settings: read => ({ custody: readCustodySettings(read) }),
  check: ({ custody: { transit } }) =>
    transit !== undefined && transit.tokenFile === ''
      ? ['CUSTODY_TRANSIT_URL needs CUSTODY_TRANSIT_TOKEN_FILE']
      : [],
  secrets: ({ custody }) =>
    [...(custody.keys?.values() ?? [])].flat().map(({ key }) => Buffer.from(key).toString('hex')),
  migrations: [custodyMigration, custodyGuardsMigration, custodyProjectsMigration, custodyTypesMigration],
  async open(ctx) {
    const { settings, store, log } = ctx
    const vault = openVault(settings.custody, { ...ctx, dataFolder: settings.dataFolder })
    await checkVault(store, vault)
    provide(ctx, makeVault, vault)
    const { walletOrigin, keys, keyFolder, transit } = settings.custody
    if (settings.databaseUrl !== undefined && walletOrigin !== undefined && !(keys || keyFolder || transit))
      log.warn(
        'the vault’s keys are this machine’s own: give all processes them by CUSTODY_KEKS, CUSTODY_KEK_FOLDER or CUSTODY_TRANSIT_URL, or what one closes no other opens',
      )
  },
  sweep: ({ store, settings, now, metrics }) => {
    const onCount = metrics && measureAudit(metrics.registry)
    return { custody: term => sweepCustody({ store, days: settings.custody.auditDays, now, onCount }, term) }
  },
}
