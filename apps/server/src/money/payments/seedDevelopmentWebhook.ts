import type { Store } from '../../core/store/store.ts'
import { developmentProjectIds } from '../../projects/findProject.ts'

/** The secret of the development projects' webhook, public with this source. */
export const developmentWebhookSecret = `whsec_${Buffer.from('latchkey development webhook key').toString('base64')}`

/** Sets where the development projects are notified, or brings it back to this. */
export async function seedDevelopmentWebhook(store: Store, url: string, now: number): Promise<void> {
  const secret = developmentWebhookSecret
  await store.write([
    store.compose
      .insertInto('project_webhooks')
      .values([...developmentProjectIds].map(project_id => ({ project_id, url, secret, created_at: now })))
      .onConflict(conflict => conflict.column('project_id').doUpdateSet({ url, secret }))
      .compile(),
  ])
}
