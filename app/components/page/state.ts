import { createShared, useShared } from './provided'

/** The signed-in user, as the shell shows them. */
export interface ShellUser {
  fullName: string
  email: string
  timezone: string
}

const AuthContext = createShared<ShellUser>()
export const AuthProvider = AuthContext.Provider

/** The signed-in user, anywhere inside the shell. */
export const useAuth = () => useShared(AuthContext, 'Auth')

export interface SidebarState {
  collapsed: boolean
  /** The screen wants it so, whatever the user chose. */
  forced: boolean
}

const SidebarContext = createShared<SidebarState>()
export const SidebarProvider = SidebarContext.Provider

/** Whether the sidebar shows icons alone. */
export const useSidebar = () => useShared(SidebarContext, 'Sidebar')
