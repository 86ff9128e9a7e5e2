/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The list of processors. Only this list and a processor's own files name it. Everything else is
 * generated from the list.
 *
 * C code defines a macro and includes this file. Makefiles and scripts read the rows, so each row
 * is one line, and its strings have no comma.
 *
 * PMON_FOLDER(folder, title)
 *	events/FOLDER has event data. @title: in the titles of its reference pages, or ""
 * PMON_EVENTS(name, folder, title)
 *	an event table, pmon_NAME_events, compiled from events/FOLDER. The program uncore (out of
 *	tree) has a description with this name and title
 * PMON_DESCRIPTION(name, file, events)
 *	a description, pmon_NAME, in FILE.c. @events: its event table
 * PMON_MODEL(name, family, model, first, last, description, perf, title)
 *	a model with the steppings @first to @last. The simulator pmonsim (out of tree) has a
 *	machine with this name. @perf: perf's folder of its events
 */
#ifndef PMON_FOLDER
#define PMON_FOLDER(...)
#endif
#ifndef PMON_EVENTS
#define PMON_EVENTS(...)
#endif
#ifndef PMON_DESCRIPTION
#define PMON_DESCRIPTION(...)
#endif
#ifndef PMON_MODEL
#define PMON_MODEL(...)
#endif

PMON_FOLDER(emr, "")
PMON_FOLDER(gnr, "the Granite Rapids family")
PMON_FOLDER(icx, "Ice Lake-SP and Snow Ridge")
PMON_FOLDER(skx, "Skylake-SP and its successors")
PMON_FOLDER(snbep, "Sandy Bridge-EP")
PMON_FOLDER(ivbep, "Ivy Bridge-EP")
PMON_FOLDER(hsx, "Haswell-EP and Broadwell-EP")
PMON_FOLDER(nhmex, "Nehalem-EX")

PMON_EVENTS(emr, emr, "Emerald Rapids or Sapphire Rapids")
PMON_EVENTS(gnr, gnr, "Granite Rapids")
PMON_EVENTS(srf, gnr, "Sierra Forest or Clearwater Forest")
PMON_EVENTS(grr, gnr, "Grand Ridge")
PMON_EVENTS(icx, icx, "Ice Lake-SP or -D")
PMON_EVENTS(snr, icx, "Snow Ridge")
PMON_EVENTS(skx, skx, "Skylake-SP")
PMON_EVENTS(clx, skx, "Cascade Lake or Cooper Lake")
PMON_EVENTS(snbep, snbep, "Sandy Bridge-EP")
PMON_EVENTS(ivbep, ivbep, "Ivy Bridge-EP or -EX")
PMON_EVENTS(hsx, hsx, "Haswell-EP or -EX")
PMON_EVENTS(bdx, hsx, "Broadwell-EP or -EX")
PMON_EVENTS(bdxde, hsx, "Broadwell-DE")
PMON_EVENTS(nhmex, nhmex, "Nehalem-EX")
PMON_EVENTS(wsmex, nhmex, "Westmere-EX")

PMON_DESCRIPTION(emr, emr, emr)
PMON_DESCRIPTION(gnr, gnr, gnr)
PMON_DESCRIPTION(gnrd, gnr, gnr)
PMON_DESCRIPTION(srf, gnr, srf)
PMON_DESCRIPTION(cwf, gnr, srf)
PMON_DESCRIPTION(grr, gnr, grr)
PMON_DESCRIPTION(icx, icx, icx)
PMON_DESCRIPTION(icxd, icx, icx)
PMON_DESCRIPTION(snr, icx, snr)
PMON_DESCRIPTION(skx, skx, skx)
PMON_DESCRIPTION(clx, skx, clx)
PMON_DESCRIPTION(cpx, skx, clx)
PMON_DESCRIPTION(snbep, snbep, snbep)
PMON_DESCRIPTION(ivbep, ivbep, ivbep)
PMON_DESCRIPTION(hsx, hsx, hsx)
PMON_DESCRIPTION(bdx, hsx, bdx)
PMON_DESCRIPTION(bdxde, hsx, bdxde)
PMON_DESCRIPTION(nhmex, nhmex, nhmex)
PMON_DESCRIPTION(wsmex, nhmex, wsmex)

PMON_MODEL(emr, 6, 207, 0, 15, emr, emeraldrapids, "Emerald Rapids")
PMON_MODEL(spr, 6, 143, 0, 15, emr, sapphirerapids, "Sapphire Rapids")
PMON_MODEL(gnr, 6, 173, 0, 15, gnr, graniterapids, "Granite Rapids")
PMON_MODEL(gnrd, 6, 174, 0, 15, gnrd, graniterapids, "Granite Rapids-D")
PMON_MODEL(srf, 6, 175, 0, 15, srf, sierraforest, "Sierra Forest")
PMON_MODEL(cwf, 6, 221, 0, 15, cwf, clearwaterforest, "Clearwater Forest")
PMON_MODEL(grr, 6, 182, 0, 15, grr, grandridge, "Grand Ridge")
PMON_MODEL(icx, 6, 106, 0, 15, icx, icelakex, "Ice Lake-SP")
PMON_MODEL(icxd, 6, 108, 0, 15, icxd, icelakex, "Ice Lake-D")
PMON_MODEL(snr, 6, 134, 0, 15, snr, snowridgex, "Snow Ridge")
PMON_MODEL(skx, 6, 85, 0, 4, skx, skylakex, "Skylake-SP")
PMON_MODEL(clx, 6, 85, 5, 9, clx, cascadelakex, "Cascade Lake")
PMON_MODEL(cpx, 6, 85, 10, 15, cpx, cascadelakex, "Cooper Lake")
PMON_MODEL(snbep, 6, 45, 0, 15, snbep, jaketown, "Sandy Bridge-EP")
PMON_MODEL(ivbep, 6, 62, 0, 15, ivbep, ivytown, "Ivy Bridge-EP")
PMON_MODEL(hsx, 6, 63, 0, 15, hsx, haswellx, "Haswell-EP")
PMON_MODEL(bdx, 6, 79, 0, 15, bdx, broadwellx, "Broadwell-EP")
PMON_MODEL(bdxde, 6, 86, 0, 15, bdxde, broadwellde, "Broadwell-DE")
PMON_MODEL(nhmex, 6, 46, 0, 15, nhmex, nehalemex, "Nehalem-EX")
PMON_MODEL(wsmex, 6, 47, 0, 15, wsmex, westmereex, "Westmere-EX")

#undef PMON_FOLDER
#undef PMON_EVENTS
#undef PMON_DESCRIPTION
#undef PMON_MODEL
