import { type CustodyMode, frameConfigurationName } from 'latchkey/services'

/**
 * The custody mode that this page was built for: the services, which others may run, do not choose it (S4). A page that does
 * not say it, or not legibly, is for `user`.
 */
export function pinnedMode(page: Pick<Document, 'querySelector'>): CustodyMode {
  const stated = page.querySelector(`meta[name="${frameConfigurationName}"]`)?.getAttribute('content')
  try {
    const { custody } = JSON.parse(stated ?? '{}') as { readonly custody?: unknown }
    return custody === 'operator' ? 'operator' : 'user'
  } catch {
    return 'user'
  }
}
