import { useEffect, useState } from 'react'
import { getImage } from '../../contract/images.ts'
import { limits } from '../../contract/limits.ts'
import { pictureUrl } from '../../engine/base/pictureUrl.ts'
import { useTexts } from '../shell/useTexts.ts'
import { useWidget } from '../shell/useWidget.ts'
import { ownNameTexts } from './namesTexts.ts'

/** The picture of an address, by way of the services alone (T69). */
export function AvatarPreview({ url }: { readonly url: string }) {
  const t = useTexts(ownNameTexts)
  const { ctx } = useWidget().engine
  const [shown, setShown] = useState<{ readonly url: string; readonly src: string | undefined }>()
  useEffect(() => {
    const ending = new AbortController()
    const { signal } = ending
    let made: string | undefined
    const cancel = ctx.clock.setTimeout(() => {
      const service = ctx.config.endpoints?.images ? 'images' : 'api'
      ctx
        .api()
        .then(api => api.image(getImage, { service, query: { url }, signal }))
        .then(pictureUrl)
        .catch(() => undefined)
        .then(src => {
          if (!signal.aborted) {
            made = src
            setShown({ url, src })
          } else if (src !== undefined) URL.revokeObjectURL(src)
        })
    }, limits.debounce)
    return () => {
      cancel()
      ending.abort()
      if (made !== undefined) URL.revokeObjectURL(made)
    }
  }, [ctx, url])
  if (shown?.url !== url) return <span className="names-picture" aria-hidden="true" />
  return shown.src === undefined ? (
    <p className="names-hint">{t('ownName.pictureFailed')}</p>
  ) : (
    <img className="names-picture" src={shown.src} alt="" />
  )
}
