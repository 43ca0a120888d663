import { isLatchkeyError, providerCodes } from 'latchkey/contract'
import { shortAddress } from 'latchkey/evmcodec'
import type { Permission, PermissionSession } from 'latchkey/services'
import { Button, List, Row } from 'latchkey/ui'
import { useCallback, useEffect, useState } from 'react'
import { LoginPanel } from '../../login/screens/LoginPanel.tsx'
import { useWork } from '../../login/screens/useWork.ts'
import { openPermissions } from '../../permission/openPermissions.ts'
import type { SettingsText } from '../settingsTexts.ts'
import { PageActions } from './PageActions.tsx'
import type { PageProps } from './page.ts'

const kindWords: Readonly<Record<Permission['is'], SettingsText>> = {
  allowance: 'settings.permissionsAllowance',
  periodic: 'settings.permissionsPeriodic',
  stream: 'settings.permissionsStream',
  calls: 'settings.permissionsCalls',
}

/** Lists the keys that may act for the smart account at this site. Each is withdrawn by an approval of its own. */
export function PermissionsPage({ frame, t, moment, back }: PageProps) {
  const [all, setAll] = useState<readonly PermissionSession[]>()
  const [notice, setNotice] = useState<SettingsText>()
  const [chosen, choose] = useState<string>()
  const { isBusy, run } = useWork()

  /** Reads the list anew. A list that is known stays where the services do not answer. */
  const reload = useCallback(async () => {
    try {
      const next = await (await openPermissions(frame)).list()
      setAll(next)
      setNotice(undefined)
      return next
    } catch {
      setNotice('settings.permissionsUnknown')
      return undefined
    }
  }, [frame])
  useEffect(() => void reload(), [reload])

  async function withdraw(session: PermissionSession): Promise<void> {
    choose(session.pci)
    setNotice(undefined)
    let isRefused = false
    try {
      await (await openPermissions(frame)).withdraw(session)
    } catch (error) {
      if (isRejection(error)) return
      isRefused = true
    }
    const now = await reload()
    const isActive = now?.some(({ pci, state }) => pci === session.pci && state === 'active') ?? true
    if (isRefused && isActive) setNotice('settings.permissionsFailed')
  }

  return (
    <LoginPanel title={t('settings.permissions')} hint={t('settings.permissionsHint')}>
      {all?.length === 0 ? <p className="login-note">{t('settings.permissionsNone')}</p> : null}
      {all === undefined || all.length === 0 ? null : (
        <List label={t('settings.permissions')}>
          {all.map(each => (
            <Row
              key={each.pci}
              name={shortAddress(each.to)}
              detail={t(
                each.state === 'active' ? kindWords[each.permission.is] : 'settings.permissionsRevoking',
                {
                  until: moment(each.expiresAt),
                },
              )}
              busy={isBusy && chosen === each.pci}
              end="chevron"
              onClick={() => run(() => withdraw(each))}
            />
          ))}
        </List>
      )}
      {notice === undefined ? null : (
        <p className="login-error" role="alert">
          {t(notice)}
        </p>
      )}
      <PageActions t={t} back={back}>
        {notice === 'settings.permissionsUnknown' ? (
          <Button wide loading={isBusy} onClick={() => run(reload)}>
            {t('settings.retry')}
          </Button>
        ) : null}
      </PageActions>
    </LoginPanel>
  )
}

/** Whether the visitor said no, which they know. */
function isRejection(error: unknown): boolean {
  if (!isLatchkeyError(error)) return false
  const { rpc } = error.context
  return typeof rpc === 'object' && rpc !== null && 'code' in rpc && rpc.code === providerCodes.rejected
}
