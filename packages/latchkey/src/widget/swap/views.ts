import { defineView } from '../shell/defineView.ts'
import { enterLater } from '../shell/enterLater.ts'

const loadForm = () => import('./swapForm.ts').then(module => module.swapForm)

/** The views of swapping. */
export const swapViews = [
  defineView({
    name: 'Swap',
    load: () => loadForm().then(form => form.View),
    title: ({ t }) => t('title.swap'),
    needsConnection: true,
    next: ['SwapSelectToken', 'SwapPreview'],
    enter(widget, data) {
      // Beside the view's own chunk, not after it.
      void widget.engine.swapping?.().catch(() => undefined)
      return enterLater(widget, () => loadForm().then(form => form.enter(widget, data)))
    },
  }),
  defineView({
    name: 'SwapSelectToken',
    load: () => import('./SwapSelectTokenView.tsx').then(module => module.SwapSelectTokenView),
    title: ({ t }) => t('title.swapSelectToken'),
    needsConnection: true,
    enter: widget => enterLater(widget, () => loadForm().then(form => form.enter(widget))),
  }),
  defineView({
    name: 'SwapPreview',
    load: () => import('./SwapPreviewView.tsx').then(module => module.SwapPreviewView),
    title: ({ t, data }) => t(data?.type === 'follow' ? 'title.swap' : 'title.swapPreview'),
    needsConnection: true,
    enter: (widget, data) =>
      enterLater(widget, async () => {
        const { enterSwapPreview } = await import('./enterSwapPreview.ts')
        return enterSwapPreview(widget, data)
      }),
  }),
]
