export { AlertSwitch, RunningAlertSwitch } from './components/alert-switch.tsx';
