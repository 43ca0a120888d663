import { isLatchkeyError } from 'latchkey/contract'
import type { PermissionSession } from 'latchkey/services'
import { List, Row } from 'latchkey/ui'
import { useCallback, useEffect, useState } from 'react'
import { LoginPanel } from '../../login/screens/LoginPanel.tsx'
import { listPermissions } from '../../permission/listPermissions.ts'
import { providerDepsOf } from '../../provider/providerDepsOf.ts'
import { providerOf } from '../../provider/providerOf.ts'
import { PageActions } from './PageActions.tsx'
import type { PageProps } from './page.ts'

/** Lists the keys that may act for the smart account at this site; each is withdrawn by an approval of its own. */
export function PermissionsPage({ frame, t, moment, back }: PageProps) {
  const [all, setAll] = useState<readonly PermissionSession[] | 'unknown'>()
  const provider = providerOf(frame)
  const reload = useCallback(async () => {
    const asked = provider.network().then(network => listPermissions(providerDepsOf(frame), network))
    setAll(await asked.catch(() => 'unknown' as const))
  }, [provider, frame])
  useEffect(() => void reload(), [reload])

  async function withdraw({ context }: PermissionSession): Promise<void> {
    try {
      await provider.request({
        chainId: await provider.network(),
        method: 'wallet_revokeExecutionPermission',
        params: [{ permissionContext: context }],
      })
    } catch (error) {
      // The approval has said why.
      if (!isLatchkeyError(error)) throw error
    }
    await reload()
  }

  return (
    <LoginPanel title={t('settings.permissions')} hint={t('settings.permissionsHint')}>
      {all === 'unknown' ? <p className="login-note">{t('settings.permissionsUnknown')}</p> : null}
      {all?.length === 0 ? <p className="login-note">{t('settings.permissionsNone')}</p> : null}
      <List label={t('settings.permissions')}>
        {(all === 'unknown' ? [] : (all ?? [])).map(each => (
          <Row
            key={each.pci}
            name={`${each.to.slice(0, 8)}…${each.to.slice(-6)}`}
            detail={t(
              each.state === 'active' ? 'settings.permissionsUntil' : 'settings.permissionsRevoking',
              {
                until: moment(each.expiresAt),
              },
            )}
            end="chevron"
            onClick={() => void withdraw(each)}
          />
        ))}
      </List>
      <PageActions t={t} back={back} />
    </LoginPanel>
  )
}
