import { Component, type ReactNode } from 'react'

export declare namespace ViewBoundary {
  interface Props {
    readonly fallback: (retry: () => void) => ReactNode
    readonly children: ReactNode
  }
}

/** Keeps a view that throws from taking the header, and with it the way out, along. React has no hook for this. */
export class ViewBoundary extends Component<ViewBoundary.Props, { readonly failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override render() {
    return this.state.failed
      ? this.props.fallback(() => this.setState({ failed: false }))
      : this.props.children
  }
}
