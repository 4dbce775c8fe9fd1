// Every page loads this file before it is quiet, since users look and tap earlier, but after what it shows first.
import './contrast.ts';
import './double-taps.ts';
