/** One thing that the doctor looked at. Nothing secret stands in any of it. */
export interface Check {
  name: string;
  /** `failed`: it will not work so. `warning`: it works, but not as one would want. `skipped`: could not be looked at, or is not there. */
  status: 'ok' | 'warning' | 'failed' | 'skipped';
  message: string;
  /** What to do about it. */
  mend?: string;
}
