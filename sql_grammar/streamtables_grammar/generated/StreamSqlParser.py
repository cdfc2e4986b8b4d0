# Generated from StreamSql.g4 by ANTLR 4.13.2
# encoding: utf-8
from antlr4 import *
from io import StringIO
import sys
if sys.version_info[1] > 5:
	from typing import TextIO
else:
	from typing.io import TextIO

def serializedATN():
    return [
        4,1,96,532,2,0,7,0,2,1,7,1,2,2,7,2,2,3,7,3,2,4,7,4,2,5,7,5,2,6,7,
        6,2,7,7,7,2,8,7,8,2,9,7,9,2,10,7,10,2,11,7,11,2,12,7,12,2,13,7,13,
        2,14,7,14,2,15,7,15,2,16,7,16,2,17,7,17,2,18,7,18,2,19,7,19,2,20,
        7,20,2,21,7,21,2,22,7,22,2,23,7,23,2,24,7,24,2,25,7,25,2,26,7,26,
        2,27,7,27,2,28,7,28,2,29,7,29,2,30,7,30,2,31,7,31,2,32,7,32,2,33,
        7,33,2,34,7,34,2,35,7,35,2,36,7,36,2,37,7,37,2,38,7,38,2,39,7,39,
        2,40,7,40,2,41,7,41,2,42,7,42,2,43,7,43,2,44,7,44,2,45,7,45,1,0,
        1,0,5,0,95,8,0,10,0,12,0,98,9,0,1,0,1,0,1,1,1,1,1,1,1,1,1,1,1,1,
        3,1,108,8,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,3,1,120,8,1,
        1,1,1,1,3,1,124,8,1,1,1,1,1,1,1,1,1,3,1,130,8,1,1,1,1,1,3,1,134,
        8,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,3,1,148,8,1,
        1,1,1,1,1,1,1,1,1,1,3,1,155,8,1,1,1,1,1,3,1,159,8,1,1,1,1,1,1,1,
        1,1,1,1,1,1,3,1,167,8,1,1,1,1,1,1,1,1,1,1,1,1,1,5,1,175,8,1,10,1,
        12,1,178,9,1,1,1,1,1,3,1,182,8,1,1,1,1,1,1,1,1,1,1,1,3,1,189,8,1,
        1,1,1,1,1,1,1,1,1,1,1,1,3,1,197,8,1,1,1,1,1,1,1,1,1,1,1,1,1,3,1,
        205,8,1,1,1,1,1,1,1,1,1,1,1,1,1,5,1,213,8,1,10,1,12,1,216,9,1,3,
        1,218,8,1,1,1,1,1,3,1,222,8,1,1,2,1,2,3,2,226,8,2,1,2,1,2,1,2,3,
        2,231,8,2,1,2,1,2,3,2,235,8,2,1,2,5,2,238,8,2,10,2,12,2,241,9,2,
        1,2,1,2,1,2,1,3,1,3,1,3,1,3,5,3,250,8,3,10,3,12,3,253,9,3,1,3,1,
        3,1,4,1,4,1,4,3,4,260,8,4,1,5,1,5,1,5,1,5,1,5,1,5,1,5,1,5,3,5,270,
        8,5,1,6,1,6,1,6,1,7,1,7,1,7,1,7,1,8,1,8,1,8,1,8,1,9,1,9,1,9,1,10,
        1,10,1,10,1,10,1,10,5,10,291,8,10,10,10,12,10,294,9,10,1,10,1,10,
        1,11,1,11,1,11,1,11,1,12,1,12,1,12,1,13,1,13,3,13,307,8,13,1,13,
        1,13,1,14,1,14,1,15,1,15,1,15,1,15,1,15,1,15,1,15,1,15,1,15,1,15,
        3,15,323,8,15,1,15,1,15,3,15,327,8,15,1,16,1,16,1,17,1,17,3,17,333,
        8,17,1,17,1,17,1,18,1,18,1,18,5,18,340,8,18,10,18,12,18,343,9,18,
        1,18,3,18,346,8,18,1,19,1,19,1,19,3,19,351,8,19,1,20,1,20,1,20,1,
        20,1,20,1,20,5,20,359,8,20,10,20,12,20,362,9,20,1,20,5,20,365,8,
        20,10,20,12,20,368,9,20,1,21,1,21,1,21,1,21,3,21,374,8,21,1,22,1,
        22,1,22,1,23,1,23,1,23,1,23,1,23,1,23,1,23,1,23,1,23,1,23,1,23,1,
        23,1,23,3,23,392,8,23,1,24,4,24,395,8,24,11,24,12,24,396,1,25,1,
        25,1,26,1,26,1,26,1,26,1,26,1,27,1,27,4,27,408,8,27,11,27,12,27,
        409,1,28,1,28,1,28,3,28,415,8,28,1,28,1,28,1,29,4,29,420,8,29,11,
        29,12,29,421,1,30,1,30,5,30,426,8,30,10,30,12,30,429,9,30,1,30,1,
        30,3,30,433,8,30,1,31,1,31,5,31,437,8,31,10,31,12,31,440,9,31,1,
        31,4,31,443,8,31,11,31,12,31,444,1,31,4,31,448,8,31,11,31,12,31,
        449,5,31,452,8,31,10,31,12,31,455,9,31,1,31,1,31,5,31,459,8,31,10,
        31,12,31,462,9,31,3,31,464,8,31,1,32,1,32,1,32,3,32,469,8,32,1,32,
        1,32,1,33,1,33,1,33,1,33,3,33,477,8,33,1,34,1,34,1,34,1,35,1,35,
        1,35,1,35,1,36,1,36,1,36,1,37,1,37,1,37,1,38,1,38,1,38,5,38,495,
        8,38,10,38,12,38,498,9,38,1,39,1,39,1,39,1,39,5,39,504,8,39,10,39,
        12,39,507,9,39,1,39,1,39,1,40,1,40,1,40,3,40,514,8,40,1,41,1,41,
        1,42,3,42,519,8,42,1,42,1,42,1,43,3,43,524,8,43,1,43,1,43,1,44,1,
        44,1,45,1,45,1,45,0,0,46,0,2,4,6,8,10,12,14,16,18,20,22,24,26,28,
        30,32,34,36,38,40,42,44,46,48,50,52,54,56,58,60,62,64,66,68,70,72,
        74,76,78,80,82,84,86,88,90,0,12,1,0,18,19,4,0,5,5,20,20,29,29,34,
        34,4,0,15,16,31,32,40,41,58,59,1,0,79,79,3,0,17,17,36,36,72,72,2,
        0,43,43,48,48,1,0,79,81,2,0,6,6,79,79,2,0,28,28,35,35,1,0,89,90,
        2,0,26,26,71,71,1,0,1,78,573,0,92,1,0,0,0,2,221,1,0,0,0,4,223,1,
        0,0,0,6,245,1,0,0,0,8,256,1,0,0,0,10,269,1,0,0,0,12,271,1,0,0,0,
        14,274,1,0,0,0,16,278,1,0,0,0,18,282,1,0,0,0,20,285,1,0,0,0,22,297,
        1,0,0,0,24,301,1,0,0,0,26,304,1,0,0,0,28,310,1,0,0,0,30,326,1,0,
        0,0,32,328,1,0,0,0,34,330,1,0,0,0,36,345,1,0,0,0,38,350,1,0,0,0,
        40,352,1,0,0,0,42,373,1,0,0,0,44,375,1,0,0,0,46,391,1,0,0,0,48,394,
        1,0,0,0,50,398,1,0,0,0,52,400,1,0,0,0,54,405,1,0,0,0,56,411,1,0,
        0,0,58,419,1,0,0,0,60,432,1,0,0,0,62,463,1,0,0,0,64,468,1,0,0,0,
        66,476,1,0,0,0,68,478,1,0,0,0,70,481,1,0,0,0,72,485,1,0,0,0,74,488,
        1,0,0,0,76,491,1,0,0,0,78,499,1,0,0,0,80,513,1,0,0,0,82,515,1,0,
        0,0,84,518,1,0,0,0,86,523,1,0,0,0,88,527,1,0,0,0,90,529,1,0,0,0,
        92,96,3,2,1,0,93,95,5,79,0,0,94,93,1,0,0,0,95,98,1,0,0,0,96,94,1,
        0,0,0,96,97,1,0,0,0,97,99,1,0,0,0,98,96,1,0,0,0,99,100,5,0,0,1,100,
        1,1,0,0,0,101,222,3,4,2,0,102,222,3,40,20,0,103,104,5,53,0,0,104,
        105,5,62,0,0,105,107,5,65,0,0,106,108,3,74,37,0,107,106,1,0,0,0,
        107,108,1,0,0,0,108,222,1,0,0,0,109,110,5,2,0,0,110,111,5,62,0,0,
        111,112,5,64,0,0,112,113,3,76,38,0,113,114,3,46,23,0,114,222,1,0,
        0,0,115,116,5,22,0,0,116,117,5,62,0,0,117,119,5,64,0,0,118,120,3,
        72,36,0,119,118,1,0,0,0,119,120,1,0,0,0,120,121,1,0,0,0,121,123,
        3,76,38,0,122,124,5,9,0,0,123,122,1,0,0,0,123,124,1,0,0,0,124,222,
        1,0,0,0,125,126,5,61,0,0,126,127,5,62,0,0,127,129,5,65,0,0,128,130,
        3,74,37,0,129,128,1,0,0,0,129,130,1,0,0,0,130,133,1,0,0,0,131,132,
        5,37,0,0,132,134,3,82,41,0,133,131,1,0,0,0,133,134,1,0,0,0,134,222,
        1,0,0,0,135,136,7,0,0,0,136,137,5,62,0,0,137,138,5,64,0,0,138,222,
        3,76,38,0,139,140,5,61,0,0,140,141,5,12,0,0,141,142,5,62,0,0,142,
        143,5,64,0,0,143,222,3,76,38,0,144,147,5,25,0,0,145,148,3,4,2,0,
        146,148,3,40,20,0,147,145,1,0,0,0,147,146,1,0,0,0,148,222,1,0,0,
        0,149,150,5,61,0,0,150,151,5,53,0,0,151,154,5,30,0,0,152,153,5,27,
        0,0,153,155,3,76,38,0,154,152,1,0,0,0,154,155,1,0,0,0,155,158,1,
        0,0,0,156,157,5,38,0,0,157,159,3,84,42,0,158,156,1,0,0,0,158,159,
        1,0,0,0,159,222,1,0,0,0,160,161,5,74,0,0,161,162,5,62,0,0,162,163,
        5,64,0,0,163,222,3,76,38,0,164,166,5,12,0,0,165,167,3,68,34,0,166,
        165,1,0,0,0,166,167,1,0,0,0,167,168,1,0,0,0,168,169,5,69,0,0,169,
        170,3,76,38,0,170,171,5,1,0,0,171,176,3,50,25,0,172,173,5,50,0,0,
        173,175,3,50,25,0,174,172,1,0,0,0,175,178,1,0,0,0,176,174,1,0,0,
        0,176,177,1,0,0,0,177,179,1,0,0,0,178,176,1,0,0,0,179,181,3,52,26,
        0,180,182,3,54,27,0,181,180,1,0,0,0,181,182,1,0,0,0,182,188,1,0,
        0,0,183,184,5,75,0,0,184,185,5,80,0,0,185,186,3,58,29,0,186,187,
        5,81,0,0,187,189,1,0,0,0,188,183,1,0,0,0,188,189,1,0,0,0,189,190,
        1,0,0,0,190,191,5,3,0,0,191,192,3,62,31,0,192,222,1,0,0,0,193,194,
        5,22,0,0,194,196,5,69,0,0,195,197,3,72,36,0,196,195,1,0,0,0,196,
        197,1,0,0,0,197,198,1,0,0,0,198,199,3,76,38,0,199,200,3,52,26,0,
        200,222,1,0,0,0,201,202,5,61,0,0,202,204,5,70,0,0,203,205,3,52,26,
        0,204,203,1,0,0,0,204,205,1,0,0,0,205,222,1,0,0,0,206,207,5,8,0,
        0,207,208,3,76,38,0,208,217,5,80,0,0,209,214,3,64,32,0,210,211,5,
        82,0,0,211,213,3,64,32,0,212,210,1,0,0,0,213,216,1,0,0,0,214,212,
        1,0,0,0,214,215,1,0,0,0,215,218,1,0,0,0,216,214,1,0,0,0,217,209,
        1,0,0,0,217,218,1,0,0,0,218,219,1,0,0,0,219,220,5,81,0,0,220,222,
        1,0,0,0,221,101,1,0,0,0,221,102,1,0,0,0,221,103,1,0,0,0,221,109,
        1,0,0,0,221,115,1,0,0,0,221,125,1,0,0,0,221,135,1,0,0,0,221,139,
        1,0,0,0,221,144,1,0,0,0,221,149,1,0,0,0,221,160,1,0,0,0,221,164,
        1,0,0,0,221,193,1,0,0,0,221,201,1,0,0,0,221,206,1,0,0,0,222,3,1,
        0,0,0,223,225,5,12,0,0,224,226,3,68,34,0,225,224,1,0,0,0,225,226,
        1,0,0,0,226,227,1,0,0,0,227,228,5,62,0,0,228,230,5,64,0,0,229,231,
        3,70,35,0,230,229,1,0,0,0,230,231,1,0,0,0,231,232,1,0,0,0,232,234,
        3,76,38,0,233,235,3,6,3,0,234,233,1,0,0,0,234,235,1,0,0,0,235,239,
        1,0,0,0,236,238,3,10,5,0,237,236,1,0,0,0,238,241,1,0,0,0,239,237,
        1,0,0,0,239,240,1,0,0,0,240,242,1,0,0,0,241,239,1,0,0,0,242,243,
        5,3,0,0,243,244,3,48,24,0,244,5,1,0,0,0,245,246,5,80,0,0,246,251,
        3,8,4,0,247,248,5,82,0,0,248,250,3,8,4,0,249,247,1,0,0,0,250,253,
        1,0,0,0,251,249,1,0,0,0,251,252,1,0,0,0,252,254,1,0,0,0,253,251,
        1,0,0,0,254,255,5,81,0,0,255,7,1,0,0,0,256,259,3,80,40,0,257,258,
        5,11,0,0,258,260,3,82,41,0,259,257,1,0,0,0,259,260,1,0,0,0,260,9,
        1,0,0,0,261,270,3,12,6,0,262,270,3,14,7,0,263,270,3,16,8,0,264,270,
        3,18,9,0,265,270,3,20,10,0,266,270,3,22,11,0,267,270,3,24,12,0,268,
        270,3,26,13,0,269,261,1,0,0,0,269,262,1,0,0,0,269,263,1,0,0,0,269,
        264,1,0,0,0,269,265,1,0,0,0,269,266,1,0,0,0,269,267,1,0,0,0,269,
        268,1,0,0,0,270,11,1,0,0,0,271,272,5,11,0,0,272,273,3,82,41,0,273,
        13,1,0,0,0,274,275,5,51,0,0,275,276,5,7,0,0,276,277,3,78,39,0,277,
        15,1,0,0,0,278,279,5,10,0,0,279,280,5,7,0,0,280,281,3,78,39,0,281,
        17,1,0,0,0,282,283,5,39,0,0,283,284,3,82,41,0,284,19,1,0,0,0,285,
        286,5,66,0,0,286,287,5,80,0,0,287,292,3,34,17,0,288,289,5,82,0,0,
        289,291,3,34,17,0,290,288,1,0,0,0,291,294,1,0,0,0,292,290,1,0,0,
        0,292,293,1,0,0,0,293,295,1,0,0,0,294,292,1,0,0,0,295,296,5,81,0,
        0,296,21,1,0,0,0,297,298,5,53,0,0,298,299,5,42,0,0,299,300,3,28,
        14,0,300,23,1,0,0,0,301,302,5,57,0,0,302,303,3,30,15,0,303,25,1,
        0,0,0,304,306,5,76,0,0,305,307,5,44,0,0,306,305,1,0,0,0,306,307,
        1,0,0,0,307,308,1,0,0,0,308,309,5,14,0,0,309,27,1,0,0,0,310,311,
        7,1,0,0,311,29,1,0,0,0,312,313,5,23,0,0,313,314,3,84,42,0,314,315,
        3,32,16,0,315,327,1,0,0,0,316,317,5,13,0,0,317,322,3,82,41,0,318,
        319,5,4,0,0,319,320,5,67,0,0,320,321,5,78,0,0,321,323,3,82,41,0,
        322,318,1,0,0,0,322,323,1,0,0,0,323,327,1,0,0,0,324,327,5,21,0,0,
        325,327,5,45,0,0,326,312,1,0,0,0,326,316,1,0,0,0,326,324,1,0,0,0,
        326,325,1,0,0,0,327,31,1,0,0,0,328,329,7,2,0,0,329,33,1,0,0,0,330,
        332,3,36,18,0,331,333,5,84,0,0,332,331,1,0,0,0,332,333,1,0,0,0,333,
        334,1,0,0,0,334,335,3,38,19,0,335,35,1,0,0,0,336,341,3,80,40,0,337,
        338,5,83,0,0,338,340,3,80,40,0,339,337,1,0,0,0,340,343,1,0,0,0,341,
        339,1,0,0,0,341,342,1,0,0,0,342,346,1,0,0,0,343,341,1,0,0,0,344,
        346,3,82,41,0,345,336,1,0,0,0,345,344,1,0,0,0,346,37,1,0,0,0,347,
        351,3,82,41,0,348,351,3,86,43,0,349,351,3,88,44,0,350,347,1,0,0,
        0,350,348,1,0,0,0,350,349,1,0,0,0,351,39,1,0,0,0,352,353,5,53,0,
        0,353,354,5,62,0,0,354,355,5,64,0,0,355,360,3,76,38,0,356,357,5,
        82,0,0,357,359,3,76,38,0,358,356,1,0,0,0,359,362,1,0,0,0,360,358,
        1,0,0,0,360,361,1,0,0,0,361,366,1,0,0,0,362,360,1,0,0,0,363,365,
        3,42,21,0,364,363,1,0,0,0,365,368,1,0,0,0,366,364,1,0,0,0,366,367,
        1,0,0,0,367,41,1,0,0,0,368,366,1,0,0,0,369,374,5,29,0,0,370,374,
        5,20,0,0,371,374,3,44,22,0,372,374,5,9,0,0,373,369,1,0,0,0,373,370,
        1,0,0,0,373,371,1,0,0,0,373,372,1,0,0,0,374,43,1,0,0,0,375,376,5,
        77,0,0,376,377,5,73,0,0,377,45,1,0,0,0,378,379,5,60,0,0,379,392,
        3,22,11,0,380,381,5,60,0,0,381,392,3,24,12,0,382,383,5,60,0,0,383,
        392,3,20,10,0,384,392,5,63,0,0,385,392,5,56,0,0,386,387,5,54,0,0,
        387,388,5,68,0,0,388,392,3,76,38,0,389,390,5,3,0,0,390,392,3,48,
        24,0,391,378,1,0,0,0,391,380,1,0,0,0,391,382,1,0,0,0,391,384,1,0,
        0,0,391,385,1,0,0,0,391,386,1,0,0,0,391,389,1,0,0,0,392,47,1,0,0,
        0,393,395,8,3,0,0,394,393,1,0,0,0,395,396,1,0,0,0,396,394,1,0,0,
        0,396,397,1,0,0,0,397,49,1,0,0,0,398,399,7,4,0,0,399,51,1,0,0,0,
        400,401,5,49,0,0,401,402,5,62,0,0,402,403,5,64,0,0,403,404,3,76,
        38,0,404,53,1,0,0,0,405,407,5,52,0,0,406,408,3,56,28,0,407,406,1,
        0,0,0,408,409,1,0,0,0,409,407,1,0,0,0,409,410,1,0,0,0,410,55,1,0,
        0,0,411,412,7,5,0,0,412,414,5,64,0,0,413,415,5,3,0,0,414,413,1,0,
        0,0,414,415,1,0,0,0,415,416,1,0,0,0,416,417,3,80,40,0,417,57,1,0,
        0,0,418,420,3,60,30,0,419,418,1,0,0,0,420,421,1,0,0,0,421,419,1,
        0,0,0,421,422,1,0,0,0,422,59,1,0,0,0,423,427,5,80,0,0,424,426,3,
        60,30,0,425,424,1,0,0,0,426,429,1,0,0,0,427,425,1,0,0,0,427,428,
        1,0,0,0,428,430,1,0,0,0,429,427,1,0,0,0,430,433,5,81,0,0,431,433,
        8,6,0,0,432,423,1,0,0,0,432,431,1,0,0,0,433,61,1,0,0,0,434,438,5,
        6,0,0,435,437,8,3,0,0,436,435,1,0,0,0,437,440,1,0,0,0,438,436,1,
        0,0,0,438,439,1,0,0,0,439,453,1,0,0,0,440,438,1,0,0,0,441,443,5,
        79,0,0,442,441,1,0,0,0,443,444,1,0,0,0,444,442,1,0,0,0,444,445,1,
        0,0,0,445,447,1,0,0,0,446,448,8,3,0,0,447,446,1,0,0,0,448,449,1,
        0,0,0,449,447,1,0,0,0,449,450,1,0,0,0,450,452,1,0,0,0,451,442,1,
        0,0,0,452,455,1,0,0,0,453,451,1,0,0,0,453,454,1,0,0,0,454,464,1,
        0,0,0,455,453,1,0,0,0,456,460,8,7,0,0,457,459,8,3,0,0,458,457,1,
        0,0,0,459,462,1,0,0,0,460,458,1,0,0,0,460,461,1,0,0,0,461,464,1,
        0,0,0,462,460,1,0,0,0,463,434,1,0,0,0,463,456,1,0,0,0,464,63,1,0,
        0,0,465,466,3,80,40,0,466,467,5,85,0,0,467,469,1,0,0,0,468,465,1,
        0,0,0,468,469,1,0,0,0,469,470,1,0,0,0,470,471,3,66,33,0,471,65,1,
        0,0,0,472,477,3,82,41,0,473,477,3,86,43,0,474,477,3,88,44,0,475,
        477,5,47,0,0,476,472,1,0,0,0,476,473,1,0,0,0,476,474,1,0,0,0,476,
        475,1,0,0,0,477,67,1,0,0,0,478,479,5,50,0,0,479,480,5,55,0,0,480,
        69,1,0,0,0,481,482,5,33,0,0,482,483,5,46,0,0,483,484,5,24,0,0,484,
        71,1,0,0,0,485,486,5,33,0,0,486,487,5,24,0,0,487,73,1,0,0,0,488,
        489,7,8,0,0,489,490,3,76,38,0,490,75,1,0,0,0,491,496,3,80,40,0,492,
        493,5,83,0,0,493,495,3,80,40,0,494,492,1,0,0,0,495,498,1,0,0,0,496,
        494,1,0,0,0,496,497,1,0,0,0,497,77,1,0,0,0,498,496,1,0,0,0,499,500,
        5,80,0,0,500,505,3,80,40,0,501,502,5,82,0,0,502,504,3,80,40,0,503,
        501,1,0,0,0,504,507,1,0,0,0,505,503,1,0,0,0,505,506,1,0,0,0,506,
        508,1,0,0,0,507,505,1,0,0,0,508,509,5,81,0,0,509,79,1,0,0,0,510,
        514,5,91,0,0,511,514,5,88,0,0,512,514,3,90,45,0,513,510,1,0,0,0,
        513,511,1,0,0,0,513,512,1,0,0,0,514,81,1,0,0,0,515,516,5,87,0,0,
        516,83,1,0,0,0,517,519,5,86,0,0,518,517,1,0,0,0,518,519,1,0,0,0,
        519,520,1,0,0,0,520,521,5,89,0,0,521,85,1,0,0,0,522,524,5,86,0,0,
        523,522,1,0,0,0,523,524,1,0,0,0,524,525,1,0,0,0,525,526,7,9,0,0,
        526,87,1,0,0,0,527,528,7,10,0,0,528,89,1,0,0,0,529,530,7,11,0,0,
        530,91,1,0,0,0,56,96,107,119,123,129,133,147,154,158,166,176,181,
        188,196,204,214,217,221,225,230,234,239,251,259,269,292,306,322,
        326,332,341,345,350,360,366,373,391,396,409,414,421,427,432,438,
        444,449,453,460,463,468,476,496,505,513,518,523
    ]

class StreamSqlParser ( Parser ):

    grammarFileName = "StreamSql.g4"

    atn = ATNDeserializer().deserialize(serializedATN())

    decisionsToDFA = [ DFA(ds, i) for i, ds in enumerate(atn.decisionToState) ]

    sharedContextCache = PredictionContextCache()

    literalNames = [ "<INVALID>", "'AFTER'", "'ALTER'", "'AS'", "'AT'",
                     "'AUTO'", "'BEGIN'", "'BY'", "'CALL'", "'CASCADE'",
                     "'CLUSTER'", "'COMMENT'", "'CREATE'", "'CRON'", "'DATA'",
                     "'DAY'", "'DAYS'", "'DELETE'", "'DESC'", "'DESCRIBE'",
                     "'DIFFERENTIAL'", "'DOWNSTREAM'", "'DROP'", "'EVERY'",
                     "'EXISTS'", "'EXPLAIN'", "'FALSE'", "'FOR'", "'FROM'",
                     "'FULL'", "'HISTORY'", "'HOUR'", "'HOURS'", "'IF'",
                     "'IMMEDIATE'", "'IN'", "'INSERT'", "'LIKE'", "'LIMIT'",
                     "'LOCATION'", "'MINUTE'", "'MINUTES'", "'MODE'", "'NEW'",
                     "'NO'", "'NONE'", "'NOT'", "'NULL'", "'OLD'", "'ON'",
                     "'OR'", "'PARTITIONED'", "'REFERENCING'", "'REFRESH'",
                     "'RENAME'", "'REPLACE'", "'RESUME'", "'SCHEDULE'",
                     "'SECOND'", "'SECONDS'", "'SET'", "'SHOW'", "'STREAM'",
                     "'SUSPEND'", "'TABLE'", "'TABLES'", "'TBLPROPERTIES'",
                     "'TIME'", "'TO'", "'TRIGGER'", "'TRIGGERS'", "'TRUE'",
                     "'UPDATE'", "'UPSTREAM'", "'VERIFY'", "'WHEN'", "'WITH'",
                     "'WITHOUT'", "'ZONE'", "';'", "'('", "')'", "','",
                     "'.'", "'='", "'=>'", "'-'" ]

    symbolicNames = [ "<INVALID>", "AFTER", "ALTER", "AS", "AT", "AUTO",
                      "BEGIN", "BY", "CALL", "CASCADE", "CLUSTER", "COMMENT",
                      "CREATE", "CRON", "DATA", "DAY", "DAYS", "DELETE",
                      "DESC", "DESCRIBE", "DIFFERENTIAL", "DOWNSTREAM",
                      "DROP", "EVERY", "EXISTS", "EXPLAIN", "FALSE", "FOR",
                      "FROM", "FULL", "HISTORY", "HOUR", "HOURS", "IF",
                      "IMMEDIATE", "IN", "INSERT", "LIKE", "LIMIT", "LOCATION",
                      "MINUTE", "MINUTES", "MODE", "NEW", "NO", "NONE",
                      "NOT", "NULL", "OLD", "ON", "OR", "PARTITIONED", "REFERENCING",
                      "REFRESH", "RENAME", "REPLACE", "RESUME", "SCHEDULE",
                      "SECOND", "SECONDS", "SET", "SHOW", "STREAM", "SUSPEND",
                      "TABLE", "TABLES", "TBLPROPERTIES", "TIME", "TO",
                      "TRIGGER", "TRIGGERS", "TRUE", "UPDATE", "UPSTREAM",
                      "VERIFY", "WHEN", "WITH", "WITHOUT", "ZONE", "SEMICOLON",
                      "LEFT_PAREN", "RIGHT_PAREN", "COMMA", "DOT", "EQUALS",
                      "ARROW", "MINUS", "STRING", "BACKQUOTED_IDENTIFIER",
                      "INTEGER", "DECIMAL", "IDENTIFIER", "LINE_COMMENT",
                      "BRACKETED_COMMENT", "SPACE", "UNCLOSED_QUOTE", "ANY_CHARACTER" ]

    RULE_singleStatement = 0
    RULE_ownStatement = 1
    RULE_createStreamTable = 2
    RULE_columnList = 3
    RULE_column = 4
    RULE_clause = 5
    RULE_commentClause = 6
    RULE_partitionedByClause = 7
    RULE_clusterByClause = 8
    RULE_locationClause = 9
    RULE_propertiesClause = 10
    RULE_refreshModeClause = 11
    RULE_scheduleClause = 12
    RULE_dataClause = 13
    RULE_refreshMode = 14
    RULE_schedule = 15
    RULE_timeUnit = 16
    RULE_property = 17
    RULE_propertyKey = 18
    RULE_propertyValue = 19
    RULE_refreshStreamTable = 20
    RULE_refreshOption = 21
    RULE_withoutUpstream = 22
    RULE_alterAction = 23
    RULE_query = 24
    RULE_event = 25
    RULE_onStreamTable = 26
    RULE_referencing = 27
    RULE_transitionTable = 28
    RULE_condition = 29
    RULE_conditionPart = 30
    RULE_triggerBody = 31
    RULE_argument = 32
    RULE_argumentValue = 33
    RULE_orReplace = 34
    RULE_ifNotExists = 35
    RULE_ifExists = 36
    RULE_inSchema = 37
    RULE_qualifiedName = 38
    RULE_identifierList = 39
    RULE_identifier = 40
    RULE_stringLiteral = 41
    RULE_wholeNumber = 42
    RULE_number = 43
    RULE_booleanLiteral = 44
    RULE_nonReserved = 45

    ruleNames =  [ "singleStatement", "ownStatement", "createStreamTable",
                   "columnList", "column", "clause", "commentClause", "partitionedByClause",
                   "clusterByClause", "locationClause", "propertiesClause",
                   "refreshModeClause", "scheduleClause", "dataClause",
                   "refreshMode", "schedule", "timeUnit", "property", "propertyKey",
                   "propertyValue", "refreshStreamTable", "refreshOption",
                   "withoutUpstream", "alterAction", "query", "event", "onStreamTable",
                   "referencing", "transitionTable", "condition", "conditionPart",
                   "triggerBody", "argument", "argumentValue", "orReplace",
                   "ifNotExists", "ifExists", "inSchema", "qualifiedName",
                   "identifierList", "identifier", "stringLiteral", "wholeNumber",
                   "number", "booleanLiteral", "nonReserved" ]

    EOF = Token.EOF
    AFTER=1
    ALTER=2
    AS=3
    AT=4
    AUTO=5
    BEGIN=6
    BY=7
    CALL=8
    CASCADE=9
    CLUSTER=10
    COMMENT=11
    CREATE=12
    CRON=13
    DATA=14
    DAY=15
    DAYS=16
    DELETE=17
    DESC=18
    DESCRIBE=19
    DIFFERENTIAL=20
    DOWNSTREAM=21
    DROP=22
    EVERY=23
    EXISTS=24
    EXPLAIN=25
    FALSE=26
    FOR=27
    FROM=28
    FULL=29
    HISTORY=30
    HOUR=31
    HOURS=32
    IF=33
    IMMEDIATE=34
    IN=35
    INSERT=36
    LIKE=37
    LIMIT=38
    LOCATION=39
    MINUTE=40
    MINUTES=41
    MODE=42
    NEW=43
    NO=44
    NONE=45
    NOT=46
    NULL=47
    OLD=48
    ON=49
    OR=50
    PARTITIONED=51
    REFERENCING=52
    REFRESH=53
    RENAME=54
    REPLACE=55
    RESUME=56
    SCHEDULE=57
    SECOND=58
    SECONDS=59
    SET=60
    SHOW=61
    STREAM=62
    SUSPEND=63
    TABLE=64
    TABLES=65
    TBLPROPERTIES=66
    TIME=67
    TO=68
    TRIGGER=69
    TRIGGERS=70
    TRUE=71
    UPDATE=72
    UPSTREAM=73
    VERIFY=74
    WHEN=75
    WITH=76
    WITHOUT=77
    ZONE=78
    SEMICOLON=79
    LEFT_PAREN=80
    RIGHT_PAREN=81
    COMMA=82
    DOT=83
    EQUALS=84
    ARROW=85
    MINUS=86
    STRING=87
    BACKQUOTED_IDENTIFIER=88
    INTEGER=89
    DECIMAL=90
    IDENTIFIER=91
    LINE_COMMENT=92
    BRACKETED_COMMENT=93
    SPACE=94
    UNCLOSED_QUOTE=95
    ANY_CHARACTER=96

    def __init__(self, input:TokenStream, output:TextIO = sys.stdout):
        super().__init__(input, output)
        self.checkVersion("4.13.2")
        self._interp = ParserATNSimulator(self, self.atn, self.decisionsToDFA, self.sharedContextCache)
        self._predicates = None




    class SingleStatementContext(ParserRuleContext):
        __slots__ = 'parser'

        def __init__(self, parser, parent:ParserRuleContext=None, invokingState:int=-1):
            super().__init__(parent, invokingState)
            self.parser = parser

        def ownStatement(self):
            return self.getTypedRuleContext(StreamSqlParser.OwnStatementContext,0)


        def EOF(self):
            return self.getToken(StreamSqlParser.EOF, 0)

        def SEMICOLON(self, i:int=None):
            if i is None:
                return self.getTokens(StreamSqlParser.SEMICOLON)
            else:
                return self.getToken(StreamSqlParser.SEMICOLON, i)

        def getRuleIndex(self):
            return StreamSqlParser.RULE_singleStatement

        def accept(self, visitor:ParseTreeVisitor):
            if hasattr( visitor, "visitSingleStatement" ):
                return visitor.visitSingleStatement(self)
            else:
                return visitor.visitChildren(self)




    def singleStatement(self):

        localctx = StreamSqlParser.SingleStatementContext(self, self._ctx, self.state)
        self.enterRule(localctx, 0, self.RULE_singleStatement)
        self._la = 0 # Token type
        try:
            self.enterOuterAlt(localctx, 1)
            self.state = 92
            self.ownStatement()
            self.state = 96
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            while _la==79:
                self.state = 93
                self.match(StreamSqlParser.SEMICOLON)
                self.state = 98
                self._errHandler.sync(self)
                _la = self._input.LA(1)

            self.state = 99
            self.match(StreamSqlParser.EOF)
        except RecognitionException as re:
            localctx.exception = re
            self._errHandler.reportError(self, re)
            self._errHandler.recover(self, re)
        finally:
            self.exitRule()
        return localctx


    class OwnStatementContext(ParserRuleContext):
        __slots__ = 'parser'

        def __init__(self, parser, parent:ParserRuleContext=None, invokingState:int=-1):
            super().__init__(parent, invokingState)
            self.parser = parser


        def getRuleIndex(self):
            return StreamSqlParser.RULE_ownStatement


        def copyFrom(self, ctx:ParserRuleContext):
            super().copyFrom(ctx)



    class DropContext(OwnStatementContext):

        def __init__(self, parser, ctx:ParserRuleContext): # actually a StreamSqlParser.OwnStatementContext
            super().__init__(parser)
            self.copyFrom(ctx)

        def DROP(self):
            return self.getToken(StreamSqlParser.DROP, 0)
        def STREAM(self):
            return self.getToken(StreamSqlParser.STREAM, 0)
        def TABLE(self):
            return self.getToken(StreamSqlParser.TABLE, 0)
        def qualifiedName(self):
            return self.getTypedRuleContext(StreamSqlParser.QualifiedNameContext,0)

        def ifExists(self):
            return self.getTypedRuleContext(StreamSqlParser.IfExistsContext,0)

        def CASCADE(self):
            return self.getToken(StreamSqlParser.CASCADE, 0)

        def accept(self, visitor:ParseTreeVisitor):
            if hasattr( visitor, "visitDrop" ):
                return visitor.visitDrop(self)
            else:
                return visitor.visitChildren(self)


    class ExplainContext(OwnStatementContext):

        def __init__(self, parser, ctx:ParserRuleContext): # actually a StreamSqlParser.OwnStatementContext
            super().__init__(parser)
            self.copyFrom(ctx)

        def EXPLAIN(self):
            return self.getToken(StreamSqlParser.EXPLAIN, 0)
        def createStreamTable(self):
            return self.getTypedRuleContext(StreamSqlParser.CreateStreamTableContext,0)

        def refreshStreamTable(self):
            return self.getTypedRuleContext(StreamSqlParser.RefreshStreamTableContext,0)


        def accept(self, visitor:ParseTreeVisitor):
            if hasattr( visitor, "visitExplain" ):
                return visitor.visitExplain(self)
            else:
                return visitor.visitChildren(self)


    class ShowCreateContext(OwnStatementContext):

        def __init__(self, parser, ctx:ParserRuleContext): # actually a StreamSqlParser.OwnStatementContext
            super().__init__(parser)
            self.copyFrom(ctx)

        def SHOW(self):
            return self.getToken(StreamSqlParser.SHOW, 0)
        def CREATE(self):
            return self.getToken(StreamSqlParser.CREATE, 0)
        def STREAM(self):
            return self.getToken(StreamSqlParser.STREAM, 0)
        def TABLE(self):
            return self.getToken(StreamSqlParser.TABLE, 0)
        def qualifiedName(self):
            return self.getTypedRuleContext(StreamSqlParser.QualifiedNameContext,0)


        def accept(self, visitor:ParseTreeVisitor):
            if hasattr( visitor, "visitShowCreate" ):
                return visitor.visitShowCreate(self)
            else:
                return visitor.visitChildren(self)


    class DescribeTableContext(OwnStatementContext):

        def __init__(self, parser, ctx:ParserRuleContext): # actually a StreamSqlParser.OwnStatementContext
            super().__init__(parser)
            self.copyFrom(ctx)

        def STREAM(self):
            return self.getToken(StreamSqlParser.STREAM, 0)
        def TABLE(self):
            return self.getToken(StreamSqlParser.TABLE, 0)
        def qualifiedName(self):
            return self.getTypedRuleContext(StreamSqlParser.QualifiedNameContext,0)

        def DESCRIBE(self):
            return self.getToken(StreamSqlParser.DESCRIBE, 0)
        def DESC(self):
            return self.getToken(StreamSqlParser.DESC, 0)

        def accept(self, visitor:ParseTreeVisitor):
            if hasattr( visitor, "visitDescribeTable" ):
                return visitor.visitDescribeTable(self)
            else:
                return visitor.visitChildren(self)


    class CreateTriggerContext(OwnStatementContext):

        def __init__(self, parser, ctx:ParserRuleContext): # actually a StreamSqlParser.OwnStatementContext
            super().__init__(parser)
            self.copyFrom(ctx)

        def CREATE(self):
            return self.getToken(StreamSqlParser.CREATE, 0)
        def TRIGGER(self):
            return self.getToken(StreamSqlParser.TRIGGER, 0)
        def qualifiedName(self):
            return self.getTypedRuleContext(StreamSqlParser.QualifiedNameContext,0)

        def AFTER(self):
            return self.getToken(StreamSqlParser.AFTER, 0)
        def event(self, i:int=None):
            if i is None:
                return self.getTypedRuleContexts(StreamSqlParser.EventContext)
            else:
                return self.getTypedRuleContext(StreamSqlParser.EventContext,i)

        def onStreamTable(self):
            return self.getTypedRuleContext(StreamSqlParser.OnStreamTableContext,0)

        def AS(self):
            return self.getToken(StreamSqlParser.AS, 0)
        def triggerBody(self):
            return self.getTypedRuleContext(StreamSqlParser.TriggerBodyContext,0)

        def orReplace(self):
            return self.getTypedRuleContext(StreamSqlParser.OrReplaceContext,0)

        def OR(self, i:int=None):
            if i is None:
                return self.getTokens(StreamSqlParser.OR)
            else:
                return self.getToken(StreamSqlParser.OR, i)
        def referencing(self):
            return self.getTypedRuleContext(StreamSqlParser.ReferencingContext,0)

        def WHEN(self):
            return self.getToken(StreamSqlParser.WHEN, 0)
        def LEFT_PAREN(self):
            return self.getToken(StreamSqlParser.LEFT_PAREN, 0)
        def condition(self):
            return self.getTypedRuleContext(StreamSqlParser.ConditionContext,0)

        def RIGHT_PAREN(self):
            return self.getToken(StreamSqlParser.RIGHT_PAREN, 0)

        def accept(self, visitor:ParseTreeVisitor):
            if hasattr( visitor, "visitCreateTrigger" ):
                return visitor.visitCreateTrigger(self)
            else:
                return visitor.visitChildren(self)


    class RefreshContext(OwnStatementContext):

        def __init__(self, parser, ctx:ParserRuleContext): # actually a StreamSqlParser.OwnStatementContext
            super().__init__(parser)
            self.copyFrom(ctx)

        def refreshStreamTable(self):
            return self.getTypedRuleContext(StreamSqlParser.RefreshStreamTableContext,0)


        def accept(self, visitor:ParseTreeVisitor):
            if hasattr( visitor, "visitRefresh" ):
                return visitor.visitRefresh(self)
            else:
                return visitor.visitChildren(self)


    class DropTriggerContext(OwnStatementContext):

        def __init__(self, parser, ctx:ParserRuleContext): # actually a StreamSqlParser.OwnStatementContext
            super().__init__(parser)
            self.copyFrom(ctx)

        def DROP(self):
            return self.getToken(StreamSqlParser.DROP, 0)
        def TRIGGER(self):
            return self.getToken(StreamSqlParser.TRIGGER, 0)
        def qualifiedName(self):
            return self.getTypedRuleContext(StreamSqlParser.QualifiedNameContext,0)

        def onStreamTable(self):
            return self.getTypedRuleContext(StreamSqlParser.OnStreamTableContext,0)

        def ifExists(self):
            return self.getTypedRuleContext(StreamSqlParser.IfExistsContext,0)


        def accept(self, visitor:ParseTreeVisitor):
            if hasattr( visitor, "visitDropTrigger" ):
                return visitor.visitDropTrigger(self)
            else:
                return visitor.visitChildren(self)


    class ShowTablesContext(OwnStatementContext):

        def __init__(self, parser, ctx:ParserRuleContext): # actually a StreamSqlParser.OwnStatementContext
            super().__init__(parser)
            self.copyFrom(ctx)

        def SHOW(self):
            return self.getToken(StreamSqlParser.SHOW, 0)
        def STREAM(self):
            return self.getToken(StreamSqlParser.STREAM, 0)
        def TABLES(self):
            return self.getToken(StreamSqlParser.TABLES, 0)
        def inSchema(self):
            return self.getTypedRuleContext(StreamSqlParser.InSchemaContext,0)

        def LIKE(self):
            return self.getToken(StreamSqlParser.LIKE, 0)
        def stringLiteral(self):
            return self.getTypedRuleContext(StreamSqlParser.StringLiteralContext,0)


        def accept(self, visitor:ParseTreeVisitor):
            if hasattr( visitor, "visitShowTables" ):
                return visitor.visitShowTables(self)
            else:
                return visitor.visitChildren(self)


    class CallContext(OwnStatementContext):

        def __init__(self, parser, ctx:ParserRuleContext): # actually a StreamSqlParser.OwnStatementContext
            super().__init__(parser)
            self.copyFrom(ctx)

        def CALL(self):
            return self.getToken(StreamSqlParser.CALL, 0)
        def qualifiedName(self):
            return self.getTypedRuleContext(StreamSqlParser.QualifiedNameContext,0)

        def LEFT_PAREN(self):
            return self.getToken(StreamSqlParser.LEFT_PAREN, 0)
        def RIGHT_PAREN(self):
            return self.getToken(StreamSqlParser.RIGHT_PAREN, 0)
        def argument(self, i:int=None):
            if i is None:
                return self.getTypedRuleContexts(StreamSqlParser.ArgumentContext)
            else:
                return self.getTypedRuleContext(StreamSqlParser.ArgumentContext,i)

        def COMMA(self, i:int=None):
            if i is None:
                return self.getTokens(StreamSqlParser.COMMA)
            else:
                return self.getToken(StreamSqlParser.COMMA, i)

        def accept(self, visitor:ParseTreeVisitor):
            if hasattr( visitor, "visitCall" ):
                return visitor.visitCall(self)
            else:
                return visitor.visitChildren(self)


    class ShowHistoryContext(OwnStatementContext):

        def __init__(self, parser, ctx:ParserRuleContext): # actually a StreamSqlParser.OwnStatementContext
            super().__init__(parser)
            self.copyFrom(ctx)

        def SHOW(self):
            return self.getToken(StreamSqlParser.SHOW, 0)
        def REFRESH(self):
            return self.getToken(StreamSqlParser.REFRESH, 0)
        def HISTORY(self):
            return self.getToken(StreamSqlParser.HISTORY, 0)
        def FOR(self):
            return self.getToken(StreamSqlParser.FOR, 0)
        def qualifiedName(self):
            return self.getTypedRuleContext(StreamSqlParser.QualifiedNameContext,0)

        def LIMIT(self):
            return self.getToken(StreamSqlParser.LIMIT, 0)
        def wholeNumber(self):
            return self.getTypedRuleContext(StreamSqlParser.WholeNumberContext,0)


        def accept(self, visitor:ParseTreeVisitor):
            if hasattr( visitor, "visitShowHistory" ):
                return visitor.visitShowHistory(self)
            else:
                return visitor.visitChildren(self)


    class RefreshAllContext(OwnStatementContext):

        def __init__(self, parser, ctx:ParserRuleContext): # actually a StreamSqlParser.OwnStatementContext
            super().__init__(parser)
            self.copyFrom(ctx)

        def REFRESH(self):
            return self.getToken(StreamSqlParser.REFRESH, 0)
        def STREAM(self):
            return self.getToken(StreamSqlParser.STREAM, 0)
        def TABLES(self):
            return self.getToken(StreamSqlParser.TABLES, 0)
        def inSchema(self):
            return self.getTypedRuleContext(StreamSqlParser.InSchemaContext,0)


        def accept(self, visitor:ParseTreeVisitor):
            if hasattr( visitor, "visitRefreshAll" ):
                return visitor.visitRefreshAll(self)
            else:
                return visitor.visitChildren(self)


    class ShowTriggersContext(OwnStatementContext):

        def __init__(self, parser, ctx:ParserRuleContext): # actually a StreamSqlParser.OwnStatementContext
            super().__init__(parser)
            self.copyFrom(ctx)

        def SHOW(self):
            return self.getToken(StreamSqlParser.SHOW, 0)
        def TRIGGERS(self):
            return self.getToken(StreamSqlParser.TRIGGERS, 0)
        def onStreamTable(self):
            return self.getTypedRuleContext(StreamSqlParser.OnStreamTableContext,0)


        def accept(self, visitor:ParseTreeVisitor):
            if hasattr( visitor, "visitShowTriggers" ):
                return visitor.visitShowTriggers(self)
            else:
                return visitor.visitChildren(self)


    class CreateContext(OwnStatementContext):

        def __init__(self, parser, ctx:ParserRuleContext): # actually a StreamSqlParser.OwnStatementContext
            super().__init__(parser)
            self.copyFrom(ctx)

        def createStreamTable(self):
            return self.getTypedRuleContext(StreamSqlParser.CreateStreamTableContext,0)


        def accept(self, visitor:ParseTreeVisitor):
            if hasattr( visitor, "visitCreate" ):
                return visitor.visitCreate(self)
            else:
                return visitor.visitChildren(self)


    class VerifyContext(OwnStatementContext):

        def __init__(self, parser, ctx:ParserRuleContext): # actually a StreamSqlParser.OwnStatementContext
            super().__init__(parser)
            self.copyFrom(ctx)

        def VERIFY(self):
            return self.getToken(StreamSqlParser.VERIFY, 0)
        def STREAM(self):
            return self.getToken(StreamSqlParser.STREAM, 0)
        def TABLE(self):
            return self.getToken(StreamSqlParser.TABLE, 0)
        def qualifiedName(self):
            return self.getTypedRuleContext(StreamSqlParser.QualifiedNameContext,0)


        def accept(self, visitor:ParseTreeVisitor):
            if hasattr( visitor, "visitVerify" ):
                return visitor.visitVerify(self)
            else:
                return visitor.visitChildren(self)


    class AlterContext(OwnStatementContext):

        def __init__(self, parser, ctx:ParserRuleContext): # actually a StreamSqlParser.OwnStatementContext
            super().__init__(parser)
            self.copyFrom(ctx)

        def ALTER(self):
            return self.getToken(StreamSqlParser.ALTER, 0)
        def STREAM(self):
            return self.getToken(StreamSqlParser.STREAM, 0)
        def TABLE(self):
            return self.getToken(StreamSqlParser.TABLE, 0)
        def qualifiedName(self):
            return self.getTypedRuleContext(StreamSqlParser.QualifiedNameContext,0)

        def alterAction(self):
            return self.getTypedRuleContext(StreamSqlParser.AlterActionContext,0)


        def accept(self, visitor:ParseTreeVisitor):
            if hasattr( visitor, "visitAlter" ):
                return visitor.visitAlter(self)
            else:
                return visitor.visitChildren(self)



    def ownStatement(self):

        localctx = StreamSqlParser.OwnStatementContext(self, self._ctx, self.state)
        self.enterRule(localctx, 2, self.RULE_ownStatement)
        self._la = 0 # Token type
        try:
            self.state = 221
            self._errHandler.sync(self)
            la_ = self._interp.adaptivePredict(self._input,17,self._ctx)
            if la_ == 1:
                localctx = StreamSqlParser.CreateContext(self, localctx)
                self.enterOuterAlt(localctx, 1)
                self.state = 101
                self.createStreamTable()
                pass

            elif la_ == 2:
                localctx = StreamSqlParser.RefreshContext(self, localctx)
                self.enterOuterAlt(localctx, 2)
                self.state = 102
                self.refreshStreamTable()
                pass

            elif la_ == 3:
                localctx = StreamSqlParser.RefreshAllContext(self, localctx)
                self.enterOuterAlt(localctx, 3)
                self.state = 103
                self.match(StreamSqlParser.REFRESH)
                self.state = 104
                self.match(StreamSqlParser.STREAM)
                self.state = 105
                self.match(StreamSqlParser.TABLES)
                self.state = 107
                self._errHandler.sync(self)
                _la = self._input.LA(1)
                if _la==28 or _la==35:
                    self.state = 106
                    self.inSchema()


                pass

            elif la_ == 4:
                localctx = StreamSqlParser.AlterContext(self, localctx)
                self.enterOuterAlt(localctx, 4)
                self.state = 109
                self.match(StreamSqlParser.ALTER)
                self.state = 110
                self.match(StreamSqlParser.STREAM)
                self.state = 111
                self.match(StreamSqlParser.TABLE)
                self.state = 112
                self.qualifiedName()
                self.state = 113
                self.alterAction()
                pass

            elif la_ == 5:
                localctx = StreamSqlParser.DropContext(self, localctx)
                self.enterOuterAlt(localctx, 5)
                self.state = 115
                self.match(StreamSqlParser.DROP)
                self.state = 116
                self.match(StreamSqlParser.STREAM)
                self.state = 117
                self.match(StreamSqlParser.TABLE)
                self.state = 119
                self._errHandler.sync(self)
                la_ = self._interp.adaptivePredict(self._input,2,self._ctx)
                if la_ == 1:
                    self.state = 118
                    self.ifExists()


                self.state = 121
                self.qualifiedName()
                self.state = 123
                self._errHandler.sync(self)
                _la = self._input.LA(1)
                if _la==9:
                    self.state = 122
                    self.match(StreamSqlParser.CASCADE)


                pass

            elif la_ == 6:
                localctx = StreamSqlParser.ShowTablesContext(self, localctx)
                self.enterOuterAlt(localctx, 6)
                self.state = 125
                self.match(StreamSqlParser.SHOW)
                self.state = 126
                self.match(StreamSqlParser.STREAM)
                self.state = 127
                self.match(StreamSqlParser.TABLES)
                self.state = 129
                self._errHandler.sync(self)
                _la = self._input.LA(1)
                if _la==28 or _la==35:
                    self.state = 128
                    self.inSchema()


                self.state = 133
                self._errHandler.sync(self)
                _la = self._input.LA(1)
                if _la==37:
                    self.state = 131
                    self.match(StreamSqlParser.LIKE)
                    self.state = 132
                    self.stringLiteral()


                pass

            elif la_ == 7:
                localctx = StreamSqlParser.DescribeTableContext(self, localctx)
                self.enterOuterAlt(localctx, 7)
                self.state = 135
                _la = self._input.LA(1)
                if not(_la==18 or _la==19):
                    self._errHandler.recoverInline(self)
                else:
                    self._errHandler.reportMatch(self)
                    self.consume()
                self.state = 136
                self.match(StreamSqlParser.STREAM)
                self.state = 137
                self.match(StreamSqlParser.TABLE)
                self.state = 138
                self.qualifiedName()
                pass

            elif la_ == 8:
                localctx = StreamSqlParser.ShowCreateContext(self, localctx)
                self.enterOuterAlt(localctx, 8)
                self.state = 139
                self.match(StreamSqlParser.SHOW)
                self.state = 140
                self.match(StreamSqlParser.CREATE)
                self.state = 141
                self.match(StreamSqlParser.STREAM)
                self.state = 142
                self.match(StreamSqlParser.TABLE)
                self.state = 143
                self.qualifiedName()
                pass

            elif la_ == 9:
                localctx = StreamSqlParser.ExplainContext(self, localctx)
                self.enterOuterAlt(localctx, 9)
                self.state = 144
                self.match(StreamSqlParser.EXPLAIN)
                self.state = 147
                self._errHandler.sync(self)
                token = self._input.LA(1)
                if token in [12]:
                    self.state = 145
                    self.createStreamTable()
                    pass
                elif token in [53]:
                    self.state = 146
                    self.refreshStreamTable()
                    pass
                else:
                    raise NoViableAltException(self)

                pass

            elif la_ == 10:
                localctx = StreamSqlParser.ShowHistoryContext(self, localctx)
                self.enterOuterAlt(localctx, 10)
                self.state = 149
                self.match(StreamSqlParser.SHOW)
                self.state = 150
                self.match(StreamSqlParser.REFRESH)
                self.state = 151
                self.match(StreamSqlParser.HISTORY)
                self.state = 154
                self._errHandler.sync(self)
                _la = self._input.LA(1)
                if _la==27:
                    self.state = 152
                    self.match(StreamSqlParser.FOR)
                    self.state = 153
                    self.qualifiedName()


                self.state = 158
                self._errHandler.sync(self)
                _la = self._input.LA(1)
                if _la==38:
                    self.state = 156
                    self.match(StreamSqlParser.LIMIT)
                    self.state = 157
                    self.wholeNumber()


                pass

            elif la_ == 11:
                localctx = StreamSqlParser.VerifyContext(self, localctx)
                self.enterOuterAlt(localctx, 11)
                self.state = 160
                self.match(StreamSqlParser.VERIFY)
                self.state = 161
                self.match(StreamSqlParser.STREAM)
                self.state = 162
                self.match(StreamSqlParser.TABLE)
                self.state = 163
                self.qualifiedName()
                pass

            elif la_ == 12:
                localctx = StreamSqlParser.CreateTriggerContext(self, localctx)
                self.enterOuterAlt(localctx, 12)
                self.state = 164
                self.match(StreamSqlParser.CREATE)
                self.state = 166
                self._errHandler.sync(self)
                _la = self._input.LA(1)
                if _la==50:
                    self.state = 165
                    self.orReplace()


                self.state = 168
                self.match(StreamSqlParser.TRIGGER)
                self.state = 169
                self.qualifiedName()
                self.state = 170
                self.match(StreamSqlParser.AFTER)
                self.state = 171
                self.event()
                self.state = 176
                self._errHandler.sync(self)
                _la = self._input.LA(1)
                while _la==50:
                    self.state = 172
                    self.match(StreamSqlParser.OR)
                    self.state = 173
                    self.event()
                    self.state = 178
                    self._errHandler.sync(self)
                    _la = self._input.LA(1)

                self.state = 179
                self.onStreamTable()
                self.state = 181
                self._errHandler.sync(self)
                _la = self._input.LA(1)
                if _la==52:
                    self.state = 180
                    self.referencing()


                self.state = 188
                self._errHandler.sync(self)
                _la = self._input.LA(1)
                if _la==75:
                    self.state = 183
                    self.match(StreamSqlParser.WHEN)
                    self.state = 184
                    self.match(StreamSqlParser.LEFT_PAREN)
                    self.state = 185
                    self.condition()
                    self.state = 186
                    self.match(StreamSqlParser.RIGHT_PAREN)


                self.state = 190
                self.match(StreamSqlParser.AS)
                self.state = 191
                self.triggerBody()
                pass

            elif la_ == 13:
                localctx = StreamSqlParser.DropTriggerContext(self, localctx)
                self.enterOuterAlt(localctx, 13)
                self.state = 193
                self.match(StreamSqlParser.DROP)
                self.state = 194
                self.match(StreamSqlParser.TRIGGER)
                self.state = 196
                self._errHandler.sync(self)
                la_ = self._interp.adaptivePredict(self._input,13,self._ctx)
                if la_ == 1:
                    self.state = 195
                    self.ifExists()


                self.state = 198
                self.qualifiedName()
                self.state = 199
                self.onStreamTable()
                pass

            elif la_ == 14:
                localctx = StreamSqlParser.ShowTriggersContext(self, localctx)
                self.enterOuterAlt(localctx, 14)
                self.state = 201
                self.match(StreamSqlParser.SHOW)
                self.state = 202
                self.match(StreamSqlParser.TRIGGERS)
                self.state = 204
                self._errHandler.sync(self)
                _la = self._input.LA(1)
                if _la==49:
                    self.state = 203
                    self.onStreamTable()


                pass

            elif la_ == 15:
                localctx = StreamSqlParser.CallContext(self, localctx)
                self.enterOuterAlt(localctx, 15)
                self.state = 206
                self.match(StreamSqlParser.CALL)
                self.state = 207
                self.qualifiedName()
                self.state = 208
                self.match(StreamSqlParser.LEFT_PAREN)
                self.state = 217
                self._errHandler.sync(self)
                _la = self._input.LA(1)
                if (((_la) & ~0x3f) == 0 and ((1 << _la) & -2) != 0) or ((((_la - 64)) & ~0x3f) == 0 and ((1 << (_la - 64)) & 264273919) != 0):
                    self.state = 209
                    self.argument()
                    self.state = 214
                    self._errHandler.sync(self)
                    _la = self._input.LA(1)
                    while _la==82:
                        self.state = 210
                        self.match(StreamSqlParser.COMMA)
                        self.state = 211
                        self.argument()
                        self.state = 216
                        self._errHandler.sync(self)
                        _la = self._input.LA(1)



                self.state = 219
                self.match(StreamSqlParser.RIGHT_PAREN)
                pass


        except RecognitionException as re:
            localctx.exception = re
            self._errHandler.reportError(self, re)
            self._errHandler.recover(self, re)
        finally:
            self.exitRule()
        return localctx


    class CreateStreamTableContext(ParserRuleContext):
        __slots__ = 'parser'

        def __init__(self, parser, parent:ParserRuleContext=None, invokingState:int=-1):
            super().__init__(parent, invokingState)
            self.parser = parser

        def CREATE(self):
            return self.getToken(StreamSqlParser.CREATE, 0)

        def STREAM(self):
            return self.getToken(StreamSqlParser.STREAM, 0)

        def TABLE(self):
            return self.getToken(StreamSqlParser.TABLE, 0)

        def qualifiedName(self):
            return self.getTypedRuleContext(StreamSqlParser.QualifiedNameContext,0)


        def AS(self):
            return self.getToken(StreamSqlParser.AS, 0)

        def query(self):
            return self.getTypedRuleContext(StreamSqlParser.QueryContext,0)


        def orReplace(self):
            return self.getTypedRuleContext(StreamSqlParser.OrReplaceContext,0)


        def ifNotExists(self):
            return self.getTypedRuleContext(StreamSqlParser.IfNotExistsContext,0)


        def columnList(self):
            return self.getTypedRuleContext(StreamSqlParser.ColumnListContext,0)


        def clause(self, i:int=None):
            if i is None:
                return self.getTypedRuleContexts(StreamSqlParser.ClauseContext)
            else:
                return self.getTypedRuleContext(StreamSqlParser.ClauseContext,i)


        def getRuleIndex(self):
            return StreamSqlParser.RULE_createStreamTable

        def accept(self, visitor:ParseTreeVisitor):
            if hasattr( visitor, "visitCreateStreamTable" ):
                return visitor.visitCreateStreamTable(self)
            else:
                return visitor.visitChildren(self)




    def createStreamTable(self):

        localctx = StreamSqlParser.CreateStreamTableContext(self, self._ctx, self.state)
        self.enterRule(localctx, 4, self.RULE_createStreamTable)
        self._la = 0 # Token type
        try:
            self.enterOuterAlt(localctx, 1)
            self.state = 223
            self.match(StreamSqlParser.CREATE)
            self.state = 225
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            if _la==50:
                self.state = 224
                self.orReplace()


            self.state = 227
            self.match(StreamSqlParser.STREAM)
            self.state = 228
            self.match(StreamSqlParser.TABLE)
            self.state = 230
            self._errHandler.sync(self)
            la_ = self._interp.adaptivePredict(self._input,19,self._ctx)
            if la_ == 1:
                self.state = 229
                self.ifNotExists()


            self.state = 232
            self.qualifiedName()
            self.state = 234
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            if _la==80:
                self.state = 233
                self.columnList()


            self.state = 239
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            while (((_la) & ~0x3f) == 0 and ((1 << _la) & 155374736900099072) != 0) or _la==66 or _la==76:
                self.state = 236
                self.clause()
                self.state = 241
                self._errHandler.sync(self)
                _la = self._input.LA(1)

            self.state = 242
            self.match(StreamSqlParser.AS)
            self.state = 243
            self.query()
        except RecognitionException as re:
            localctx.exception = re
            self._errHandler.reportError(self, re)
            self._errHandler.recover(self, re)
        finally:
            self.exitRule()
        return localctx


    class ColumnListContext(ParserRuleContext):
        __slots__ = 'parser'

        def __init__(self, parser, parent:ParserRuleContext=None, invokingState:int=-1):
            super().__init__(parent, invokingState)
            self.parser = parser

        def LEFT_PAREN(self):
            return self.getToken(StreamSqlParser.LEFT_PAREN, 0)

        def column(self, i:int=None):
            if i is None:
                return self.getTypedRuleContexts(StreamSqlParser.ColumnContext)
            else:
                return self.getTypedRuleContext(StreamSqlParser.ColumnContext,i)


        def RIGHT_PAREN(self):
            return self.getToken(StreamSqlParser.RIGHT_PAREN, 0)

        def COMMA(self, i:int=None):
            if i is None:
                return self.getTokens(StreamSqlParser.COMMA)
            else:
                return self.getToken(StreamSqlParser.COMMA, i)

        def getRuleIndex(self):
            return StreamSqlParser.RULE_columnList

        def accept(self, visitor:ParseTreeVisitor):
            if hasattr( visitor, "visitColumnList" ):
                return visitor.visitColumnList(self)
            else:
                return visitor.visitChildren(self)




    def columnList(self):

        localctx = StreamSqlParser.ColumnListContext(self, self._ctx, self.state)
        self.enterRule(localctx, 6, self.RULE_columnList)
        self._la = 0 # Token type
        try:
            self.enterOuterAlt(localctx, 1)
            self.state = 245
            self.match(StreamSqlParser.LEFT_PAREN)
            self.state = 246
            self.column()
            self.state = 251
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            while _la==82:
                self.state = 247
                self.match(StreamSqlParser.COMMA)
                self.state = 248
                self.column()
                self.state = 253
                self._errHandler.sync(self)
                _la = self._input.LA(1)

            self.state = 254
            self.match(StreamSqlParser.RIGHT_PAREN)
        except RecognitionException as re:
            localctx.exception = re
            self._errHandler.reportError(self, re)
            self._errHandler.recover(self, re)
        finally:
            self.exitRule()
        return localctx


    class ColumnContext(ParserRuleContext):
        __slots__ = 'parser'

        def __init__(self, parser, parent:ParserRuleContext=None, invokingState:int=-1):
            super().__init__(parent, invokingState)
            self.parser = parser

        def identifier(self):
            return self.getTypedRuleContext(StreamSqlParser.IdentifierContext,0)


        def COMMENT(self):
            return self.getToken(StreamSqlParser.COMMENT, 0)

        def stringLiteral(self):
            return self.getTypedRuleContext(StreamSqlParser.StringLiteralContext,0)


        def getRuleIndex(self):
            return StreamSqlParser.RULE_column

        def accept(self, visitor:ParseTreeVisitor):
            if hasattr( visitor, "visitColumn" ):
                return visitor.visitColumn(self)
            else:
                return visitor.visitChildren(self)




    def column(self):

        localctx = StreamSqlParser.ColumnContext(self, self._ctx, self.state)
        self.enterRule(localctx, 8, self.RULE_column)
        self._la = 0 # Token type
        try:
            self.enterOuterAlt(localctx, 1)
            self.state = 256
            self.identifier()
            self.state = 259
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            if _la==11:
                self.state = 257
                self.match(StreamSqlParser.COMMENT)
                self.state = 258
                self.stringLiteral()


        except RecognitionException as re:
            localctx.exception = re
            self._errHandler.reportError(self, re)
            self._errHandler.recover(self, re)
        finally:
            self.exitRule()
        return localctx


    class ClauseContext(ParserRuleContext):
        __slots__ = 'parser'

        def __init__(self, parser, parent:ParserRuleContext=None, invokingState:int=-1):
            super().__init__(parent, invokingState)
            self.parser = parser

        def commentClause(self):
            return self.getTypedRuleContext(StreamSqlParser.CommentClauseContext,0)


        def partitionedByClause(self):
            return self.getTypedRuleContext(StreamSqlParser.PartitionedByClauseContext,0)


        def clusterByClause(self):
            return self.getTypedRuleContext(StreamSqlParser.ClusterByClauseContext,0)


        def locationClause(self):
            return self.getTypedRuleContext(StreamSqlParser.LocationClauseContext,0)


        def propertiesClause(self):
            return self.getTypedRuleContext(StreamSqlParser.PropertiesClauseContext,0)


        def refreshModeClause(self):
            return self.getTypedRuleContext(StreamSqlParser.RefreshModeClauseContext,0)


        def scheduleClause(self):
            return self.getTypedRuleContext(StreamSqlParser.ScheduleClauseContext,0)


        def dataClause(self):
            return self.getTypedRuleContext(StreamSqlParser.DataClauseContext,0)


        def getRuleIndex(self):
            return StreamSqlParser.RULE_clause

        def accept(self, visitor:ParseTreeVisitor):
            if hasattr( visitor, "visitClause" ):
                return visitor.visitClause(self)
            else:
                return visitor.visitChildren(self)




    def clause(self):

        localctx = StreamSqlParser.ClauseContext(self, self._ctx, self.state)
        self.enterRule(localctx, 10, self.RULE_clause)
        try:
            self.state = 269
            self._errHandler.sync(self)
            token = self._input.LA(1)
            if token in [11]:
                self.enterOuterAlt(localctx, 1)
                self.state = 261
                self.commentClause()
                pass
            elif token in [51]:
                self.enterOuterAlt(localctx, 2)
                self.state = 262
                self.partitionedByClause()
                pass
            elif token in [10]:
                self.enterOuterAlt(localctx, 3)
                self.state = 263
                self.clusterByClause()
                pass
            elif token in [39]:
                self.enterOuterAlt(localctx, 4)
                self.state = 264
                self.locationClause()
                pass
            elif token in [66]:
                self.enterOuterAlt(localctx, 5)
                self.state = 265
                self.propertiesClause()
                pass
            elif token in [53]:
                self.enterOuterAlt(localctx, 6)
                self.state = 266
                self.refreshModeClause()
                pass
            elif token in [57]:
                self.enterOuterAlt(localctx, 7)
                self.state = 267
                self.scheduleClause()
                pass
            elif token in [76]:
                self.enterOuterAlt(localctx, 8)
                self.state = 268
                self.dataClause()
                pass
            else:
                raise NoViableAltException(self)

        except RecognitionException as re:
            localctx.exception = re
            self._errHandler.reportError(self, re)
            self._errHandler.recover(self, re)
        finally:
            self.exitRule()
        return localctx


    class CommentClauseContext(ParserRuleContext):
        __slots__ = 'parser'

        def __init__(self, parser, parent:ParserRuleContext=None, invokingState:int=-1):
            super().__init__(parent, invokingState)
            self.parser = parser

        def COMMENT(self):
            return self.getToken(StreamSqlParser.COMMENT, 0)

        def stringLiteral(self):
            return self.getTypedRuleContext(StreamSqlParser.StringLiteralContext,0)


        def getRuleIndex(self):
            return StreamSqlParser.RULE_commentClause

        def accept(self, visitor:ParseTreeVisitor):
            if hasattr( visitor, "visitCommentClause" ):
                return visitor.visitCommentClause(self)
            else:
                return visitor.visitChildren(self)




    def commentClause(self):

        localctx = StreamSqlParser.CommentClauseContext(self, self._ctx, self.state)
        self.enterRule(localctx, 12, self.RULE_commentClause)
        try:
            self.enterOuterAlt(localctx, 1)
            self.state = 271
            self.match(StreamSqlParser.COMMENT)
            self.state = 272
            self.stringLiteral()
        except RecognitionException as re:
            localctx.exception = re
            self._errHandler.reportError(self, re)
            self._errHandler.recover(self, re)
        finally:
            self.exitRule()
        return localctx


    class PartitionedByClauseContext(ParserRuleContext):
        __slots__ = 'parser'

        def __init__(self, parser, parent:ParserRuleContext=None, invokingState:int=-1):
            super().__init__(parent, invokingState)
            self.parser = parser

        def PARTITIONED(self):
            return self.getToken(StreamSqlParser.PARTITIONED, 0)

        def BY(self):
            return self.getToken(StreamSqlParser.BY, 0)

        def identifierList(self):
            return self.getTypedRuleContext(StreamSqlParser.IdentifierListContext,0)


        def getRuleIndex(self):
            return StreamSqlParser.RULE_partitionedByClause

        def accept(self, visitor:ParseTreeVisitor):
            if hasattr( visitor, "visitPartitionedByClause" ):
                return visitor.visitPartitionedByClause(self)
            else:
                return visitor.visitChildren(self)




    def partitionedByClause(self):

        localctx = StreamSqlParser.PartitionedByClauseContext(self, self._ctx, self.state)
        self.enterRule(localctx, 14, self.RULE_partitionedByClause)
        try:
            self.enterOuterAlt(localctx, 1)
            self.state = 274
            self.match(StreamSqlParser.PARTITIONED)
            self.state = 275
            self.match(StreamSqlParser.BY)
            self.state = 276
            self.identifierList()
        except RecognitionException as re:
            localctx.exception = re
            self._errHandler.reportError(self, re)
            self._errHandler.recover(self, re)
        finally:
            self.exitRule()
        return localctx


    class ClusterByClauseContext(ParserRuleContext):
        __slots__ = 'parser'

        def __init__(self, parser, parent:ParserRuleContext=None, invokingState:int=-1):
            super().__init__(parent, invokingState)
            self.parser = parser

        def CLUSTER(self):
            return self.getToken(StreamSqlParser.CLUSTER, 0)

        def BY(self):
            return self.getToken(StreamSqlParser.BY, 0)

        def identifierList(self):
            return self.getTypedRuleContext(StreamSqlParser.IdentifierListContext,0)


        def getRuleIndex(self):
            return StreamSqlParser.RULE_clusterByClause

        def accept(self, visitor:ParseTreeVisitor):
            if hasattr( visitor, "visitClusterByClause" ):
                return visitor.visitClusterByClause(self)
            else:
                return visitor.visitChildren(self)




    def clusterByClause(self):

        localctx = StreamSqlParser.ClusterByClauseContext(self, self._ctx, self.state)
        self.enterRule(localctx, 16, self.RULE_clusterByClause)
        try:
            self.enterOuterAlt(localctx, 1)
            self.state = 278
            self.match(StreamSqlParser.CLUSTER)
            self.state = 279
            self.match(StreamSqlParser.BY)
            self.state = 280
            self.identifierList()
        except RecognitionException as re:
            localctx.exception = re
            self._errHandler.reportError(self, re)
            self._errHandler.recover(self, re)
        finally:
            self.exitRule()
        return localctx


    class LocationClauseContext(ParserRuleContext):
        __slots__ = 'parser'

        def __init__(self, parser, parent:ParserRuleContext=None, invokingState:int=-1):
            super().__init__(parent, invokingState)
            self.parser = parser

        def LOCATION(self):
            return self.getToken(StreamSqlParser.LOCATION, 0)

        def stringLiteral(self):
            return self.getTypedRuleContext(StreamSqlParser.StringLiteralContext,0)


        def getRuleIndex(self):
            return StreamSqlParser.RULE_locationClause

        def accept(self, visitor:ParseTreeVisitor):
            if hasattr( visitor, "visitLocationClause" ):
                return visitor.visitLocationClause(self)
            else:
                return visitor.visitChildren(self)




    def locationClause(self):

        localctx = StreamSqlParser.LocationClauseContext(self, self._ctx, self.state)
        self.enterRule(localctx, 18, self.RULE_locationClause)
        try:
            self.enterOuterAlt(localctx, 1)
            self.state = 282
            self.match(StreamSqlParser.LOCATION)
            self.state = 283
            self.stringLiteral()
        except RecognitionException as re:
            localctx.exception = re
            self._errHandler.reportError(self, re)
            self._errHandler.recover(self, re)
        finally:
            self.exitRule()
        return localctx


    class PropertiesClauseContext(ParserRuleContext):
        __slots__ = 'parser'

        def __init__(self, parser, parent:ParserRuleContext=None, invokingState:int=-1):
            super().__init__(parent, invokingState)
            self.parser = parser

        def TBLPROPERTIES(self):
            return self.getToken(StreamSqlParser.TBLPROPERTIES, 0)

        def LEFT_PAREN(self):
            return self.getToken(StreamSqlParser.LEFT_PAREN, 0)

        def property_(self, i:int=None):
            if i is None:
                return self.getTypedRuleContexts(StreamSqlParser.PropertyContext)
            else:
                return self.getTypedRuleContext(StreamSqlParser.PropertyContext,i)


        def RIGHT_PAREN(self):
            return self.getToken(StreamSqlParser.RIGHT_PAREN, 0)

        def COMMA(self, i:int=None):
            if i is None:
                return self.getTokens(StreamSqlParser.COMMA)
            else:
                return self.getToken(StreamSqlParser.COMMA, i)

        def getRuleIndex(self):
            return StreamSqlParser.RULE_propertiesClause

        def accept(self, visitor:ParseTreeVisitor):
            if hasattr( visitor, "visitPropertiesClause" ):
                return visitor.visitPropertiesClause(self)
            else:
                return visitor.visitChildren(self)




    def propertiesClause(self):

        localctx = StreamSqlParser.PropertiesClauseContext(self, self._ctx, self.state)
        self.enterRule(localctx, 20, self.RULE_propertiesClause)
        self._la = 0 # Token type
        try:
            self.enterOuterAlt(localctx, 1)
            self.state = 285
            self.match(StreamSqlParser.TBLPROPERTIES)
            self.state = 286
            self.match(StreamSqlParser.LEFT_PAREN)
            self.state = 287
            self.property_()
            self.state = 292
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            while _la==82:
                self.state = 288
                self.match(StreamSqlParser.COMMA)
                self.state = 289
                self.property_()
                self.state = 294
                self._errHandler.sync(self)
                _la = self._input.LA(1)

            self.state = 295
            self.match(StreamSqlParser.RIGHT_PAREN)
        except RecognitionException as re:
            localctx.exception = re
            self._errHandler.reportError(self, re)
            self._errHandler.recover(self, re)
        finally:
            self.exitRule()
        return localctx


    class RefreshModeClauseContext(ParserRuleContext):
        __slots__ = 'parser'

        def __init__(self, parser, parent:ParserRuleContext=None, invokingState:int=-1):
            super().__init__(parent, invokingState)
            self.parser = parser

        def REFRESH(self):
            return self.getToken(StreamSqlParser.REFRESH, 0)

        def MODE(self):
            return self.getToken(StreamSqlParser.MODE, 0)

        def refreshMode(self):
            return self.getTypedRuleContext(StreamSqlParser.RefreshModeContext,0)


        def getRuleIndex(self):
            return StreamSqlParser.RULE_refreshModeClause

        def accept(self, visitor:ParseTreeVisitor):
            if hasattr( visitor, "visitRefreshModeClause" ):
                return visitor.visitRefreshModeClause(self)
            else:
                return visitor.visitChildren(self)




    def refreshModeClause(self):

        localctx = StreamSqlParser.RefreshModeClauseContext(self, self._ctx, self.state)
        self.enterRule(localctx, 22, self.RULE_refreshModeClause)
        try:
            self.enterOuterAlt(localctx, 1)
            self.state = 297
            self.match(StreamSqlParser.REFRESH)
            self.state = 298
            self.match(StreamSqlParser.MODE)
            self.state = 299
            self.refreshMode()
        except RecognitionException as re:
            localctx.exception = re
            self._errHandler.reportError(self, re)
            self._errHandler.recover(self, re)
        finally:
            self.exitRule()
        return localctx


    class ScheduleClauseContext(ParserRuleContext):
        __slots__ = 'parser'

        def __init__(self, parser, parent:ParserRuleContext=None, invokingState:int=-1):
            super().__init__(parent, invokingState)
            self.parser = parser

        def SCHEDULE(self):
            return self.getToken(StreamSqlParser.SCHEDULE, 0)

        def schedule(self):
            return self.getTypedRuleContext(StreamSqlParser.ScheduleContext,0)


        def getRuleIndex(self):
            return StreamSqlParser.RULE_scheduleClause

        def accept(self, visitor:ParseTreeVisitor):
            if hasattr( visitor, "visitScheduleClause" ):
                return visitor.visitScheduleClause(self)
            else:
                return visitor.visitChildren(self)




    def scheduleClause(self):

        localctx = StreamSqlParser.ScheduleClauseContext(self, self._ctx, self.state)
        self.enterRule(localctx, 24, self.RULE_scheduleClause)
        try:
            self.enterOuterAlt(localctx, 1)
            self.state = 301
            self.match(StreamSqlParser.SCHEDULE)
            self.state = 302
            self.schedule()
        except RecognitionException as re:
            localctx.exception = re
            self._errHandler.reportError(self, re)
            self._errHandler.recover(self, re)
        finally:
            self.exitRule()
        return localctx


    class DataClauseContext(ParserRuleContext):
        __slots__ = 'parser'

        def __init__(self, parser, parent:ParserRuleContext=None, invokingState:int=-1):
            super().__init__(parent, invokingState)
            self.parser = parser

        def WITH(self):
            return self.getToken(StreamSqlParser.WITH, 0)

        def DATA(self):
            return self.getToken(StreamSqlParser.DATA, 0)

        def NO(self):
            return self.getToken(StreamSqlParser.NO, 0)

        def getRuleIndex(self):
            return StreamSqlParser.RULE_dataClause

        def accept(self, visitor:ParseTreeVisitor):
            if hasattr( visitor, "visitDataClause" ):
                return visitor.visitDataClause(self)
            else:
                return visitor.visitChildren(self)




    def dataClause(self):

        localctx = StreamSqlParser.DataClauseContext(self, self._ctx, self.state)
        self.enterRule(localctx, 26, self.RULE_dataClause)
        self._la = 0 # Token type
        try:
            self.enterOuterAlt(localctx, 1)
            self.state = 304
            self.match(StreamSqlParser.WITH)
            self.state = 306
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            if _la==44:
                self.state = 305
                self.match(StreamSqlParser.NO)


            self.state = 308
            self.match(StreamSqlParser.DATA)
        except RecognitionException as re:
            localctx.exception = re
            self._errHandler.reportError(self, re)
            self._errHandler.recover(self, re)
        finally:
            self.exitRule()
        return localctx


    class RefreshModeContext(ParserRuleContext):
        __slots__ = 'parser'

        def __init__(self, parser, parent:ParserRuleContext=None, invokingState:int=-1):
            super().__init__(parent, invokingState)
            self.parser = parser

        def AUTO(self):
            return self.getToken(StreamSqlParser.AUTO, 0)

        def DIFFERENTIAL(self):
            return self.getToken(StreamSqlParser.DIFFERENTIAL, 0)

        def FULL(self):
            return self.getToken(StreamSqlParser.FULL, 0)

        def IMMEDIATE(self):
            return self.getToken(StreamSqlParser.IMMEDIATE, 0)

        def getRuleIndex(self):
            return StreamSqlParser.RULE_refreshMode

        def accept(self, visitor:ParseTreeVisitor):
            if hasattr( visitor, "visitRefreshMode" ):
                return visitor.visitRefreshMode(self)
            else:
                return visitor.visitChildren(self)




    def refreshMode(self):

        localctx = StreamSqlParser.RefreshModeContext(self, self._ctx, self.state)
        self.enterRule(localctx, 28, self.RULE_refreshMode)
        self._la = 0 # Token type
        try:
            self.enterOuterAlt(localctx, 1)
            self.state = 310
            _la = self._input.LA(1)
            if not((((_la) & ~0x3f) == 0 and ((1 << _la) & 17717788704) != 0)):
                self._errHandler.recoverInline(self)
            else:
                self._errHandler.reportMatch(self)
                self.consume()
        except RecognitionException as re:
            localctx.exception = re
            self._errHandler.reportError(self, re)
            self._errHandler.recover(self, re)
        finally:
            self.exitRule()
        return localctx


    class ScheduleContext(ParserRuleContext):
        __slots__ = 'parser'

        def __init__(self, parser, parent:ParserRuleContext=None, invokingState:int=-1):
            super().__init__(parent, invokingState)
            self.parser = parser


        def getRuleIndex(self):
            return StreamSqlParser.RULE_schedule


        def copyFrom(self, ctx:ParserRuleContext):
            super().copyFrom(ctx)



    class CronContext(ScheduleContext):

        def __init__(self, parser, ctx:ParserRuleContext): # actually a StreamSqlParser.ScheduleContext
            super().__init__(parser)
            self.expression = None # StringLiteralContext
            self.zone = None # StringLiteralContext
            self.copyFrom(ctx)

        def CRON(self):
            return self.getToken(StreamSqlParser.CRON, 0)
        def stringLiteral(self, i:int=None):
            if i is None:
                return self.getTypedRuleContexts(StreamSqlParser.StringLiteralContext)
            else:
                return self.getTypedRuleContext(StreamSqlParser.StringLiteralContext,i)

        def AT(self):
            return self.getToken(StreamSqlParser.AT, 0)
        def TIME(self):
            return self.getToken(StreamSqlParser.TIME, 0)
        def ZONE(self):
            return self.getToken(StreamSqlParser.ZONE, 0)

        def accept(self, visitor:ParseTreeVisitor):
            if hasattr( visitor, "visitCron" ):
                return visitor.visitCron(self)
            else:
                return visitor.visitChildren(self)


    class DownstreamContext(ScheduleContext):

        def __init__(self, parser, ctx:ParserRuleContext): # actually a StreamSqlParser.ScheduleContext
            super().__init__(parser)
            self.copyFrom(ctx)

        def DOWNSTREAM(self):
            return self.getToken(StreamSqlParser.DOWNSTREAM, 0)

        def accept(self, visitor:ParseTreeVisitor):
            if hasattr( visitor, "visitDownstream" ):
                return visitor.visitDownstream(self)
            else:
                return visitor.visitChildren(self)


    class NoneContext(ScheduleContext):

        def __init__(self, parser, ctx:ParserRuleContext): # actually a StreamSqlParser.ScheduleContext
            super().__init__(parser)
            self.copyFrom(ctx)

        def NONE(self):
            return self.getToken(StreamSqlParser.NONE, 0)

        def accept(self, visitor:ParseTreeVisitor):
            if hasattr( visitor, "visitNone" ):
                return visitor.visitNone(self)
            else:
                return visitor.visitChildren(self)


    class EveryContext(ScheduleContext):

        def __init__(self, parser, ctx:ParserRuleContext): # actually a StreamSqlParser.ScheduleContext
            super().__init__(parser)
            self.copyFrom(ctx)

        def EVERY(self):
            return self.getToken(StreamSqlParser.EVERY, 0)
        def wholeNumber(self):
            return self.getTypedRuleContext(StreamSqlParser.WholeNumberContext,0)

        def timeUnit(self):
            return self.getTypedRuleContext(StreamSqlParser.TimeUnitContext,0)


        def accept(self, visitor:ParseTreeVisitor):
            if hasattr( visitor, "visitEvery" ):
                return visitor.visitEvery(self)
            else:
                return visitor.visitChildren(self)



    def schedule(self):

        localctx = StreamSqlParser.ScheduleContext(self, self._ctx, self.state)
        self.enterRule(localctx, 30, self.RULE_schedule)
        self._la = 0 # Token type
        try:
            self.state = 326
            self._errHandler.sync(self)
            token = self._input.LA(1)
            if token in [23]:
                localctx = StreamSqlParser.EveryContext(self, localctx)
                self.enterOuterAlt(localctx, 1)
                self.state = 312
                self.match(StreamSqlParser.EVERY)
                self.state = 313
                self.wholeNumber()
                self.state = 314
                self.timeUnit()
                pass
            elif token in [13]:
                localctx = StreamSqlParser.CronContext(self, localctx)
                self.enterOuterAlt(localctx, 2)
                self.state = 316
                self.match(StreamSqlParser.CRON)
                self.state = 317
                localctx.expression = self.stringLiteral()
                self.state = 322
                self._errHandler.sync(self)
                _la = self._input.LA(1)
                if _la==4:
                    self.state = 318
                    self.match(StreamSqlParser.AT)
                    self.state = 319
                    self.match(StreamSqlParser.TIME)
                    self.state = 320
                    self.match(StreamSqlParser.ZONE)
                    self.state = 321
                    localctx.zone = self.stringLiteral()


                pass
            elif token in [21]:
                localctx = StreamSqlParser.DownstreamContext(self, localctx)
                self.enterOuterAlt(localctx, 3)
                self.state = 324
                self.match(StreamSqlParser.DOWNSTREAM)
                pass
            elif token in [45]:
                localctx = StreamSqlParser.NoneContext(self, localctx)
                self.enterOuterAlt(localctx, 4)
                self.state = 325
                self.match(StreamSqlParser.NONE)
                pass
            else:
                raise NoViableAltException(self)

        except RecognitionException as re:
            localctx.exception = re
            self._errHandler.reportError(self, re)
            self._errHandler.recover(self, re)
        finally:
            self.exitRule()
        return localctx


    class TimeUnitContext(ParserRuleContext):
        __slots__ = 'parser'

        def __init__(self, parser, parent:ParserRuleContext=None, invokingState:int=-1):
            super().__init__(parent, invokingState)
            self.parser = parser

        def SECOND(self):
            return self.getToken(StreamSqlParser.SECOND, 0)

        def SECONDS(self):
            return self.getToken(StreamSqlParser.SECONDS, 0)

        def MINUTE(self):
            return self.getToken(StreamSqlParser.MINUTE, 0)

        def MINUTES(self):
            return self.getToken(StreamSqlParser.MINUTES, 0)

        def HOUR(self):
            return self.getToken(StreamSqlParser.HOUR, 0)

        def HOURS(self):
            return self.getToken(StreamSqlParser.HOURS, 0)

        def DAY(self):
            return self.getToken(StreamSqlParser.DAY, 0)

        def DAYS(self):
            return self.getToken(StreamSqlParser.DAYS, 0)

        def getRuleIndex(self):
            return StreamSqlParser.RULE_timeUnit

        def accept(self, visitor:ParseTreeVisitor):
            if hasattr( visitor, "visitTimeUnit" ):
                return visitor.visitTimeUnit(self)
            else:
                return visitor.visitChildren(self)




    def timeUnit(self):

        localctx = StreamSqlParser.TimeUnitContext(self, self._ctx, self.state)
        self.enterRule(localctx, 32, self.RULE_timeUnit)
        self._la = 0 # Token type
        try:
            self.enterOuterAlt(localctx, 1)
            self.state = 328
            _la = self._input.LA(1)
            if not((((_la) & ~0x3f) == 0 and ((1 << _la) & 864694433432567808) != 0)):
                self._errHandler.recoverInline(self)
            else:
                self._errHandler.reportMatch(self)
                self.consume()
        except RecognitionException as re:
            localctx.exception = re
            self._errHandler.reportError(self, re)
            self._errHandler.recover(self, re)
        finally:
            self.exitRule()
        return localctx


    class PropertyContext(ParserRuleContext):
        __slots__ = 'parser'

        def __init__(self, parser, parent:ParserRuleContext=None, invokingState:int=-1):
            super().__init__(parent, invokingState)
            self.parser = parser

        def propertyKey(self):
            return self.getTypedRuleContext(StreamSqlParser.PropertyKeyContext,0)


        def propertyValue(self):
            return self.getTypedRuleContext(StreamSqlParser.PropertyValueContext,0)


        def EQUALS(self):
            return self.getToken(StreamSqlParser.EQUALS, 0)

        def getRuleIndex(self):
            return StreamSqlParser.RULE_property

        def accept(self, visitor:ParseTreeVisitor):
            if hasattr( visitor, "visitProperty" ):
                return visitor.visitProperty(self)
            else:
                return visitor.visitChildren(self)




    def property_(self):

        localctx = StreamSqlParser.PropertyContext(self, self._ctx, self.state)
        self.enterRule(localctx, 34, self.RULE_property)
        self._la = 0 # Token type
        try:
            self.enterOuterAlt(localctx, 1)
            self.state = 330
            self.propertyKey()
            self.state = 332
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            if _la==84:
                self.state = 331
                self.match(StreamSqlParser.EQUALS)


            self.state = 334
            self.propertyValue()
        except RecognitionException as re:
            localctx.exception = re
            self._errHandler.reportError(self, re)
            self._errHandler.recover(self, re)
        finally:
            self.exitRule()
        return localctx


    class PropertyKeyContext(ParserRuleContext):
        __slots__ = 'parser'

        def __init__(self, parser, parent:ParserRuleContext=None, invokingState:int=-1):
            super().__init__(parent, invokingState)
            self.parser = parser

        def identifier(self, i:int=None):
            if i is None:
                return self.getTypedRuleContexts(StreamSqlParser.IdentifierContext)
            else:
                return self.getTypedRuleContext(StreamSqlParser.IdentifierContext,i)


        def DOT(self, i:int=None):
            if i is None:
                return self.getTokens(StreamSqlParser.DOT)
            else:
                return self.getToken(StreamSqlParser.DOT, i)

        def stringLiteral(self):
            return self.getTypedRuleContext(StreamSqlParser.StringLiteralContext,0)


        def getRuleIndex(self):
            return StreamSqlParser.RULE_propertyKey

        def accept(self, visitor:ParseTreeVisitor):
            if hasattr( visitor, "visitPropertyKey" ):
                return visitor.visitPropertyKey(self)
            else:
                return visitor.visitChildren(self)




    def propertyKey(self):

        localctx = StreamSqlParser.PropertyKeyContext(self, self._ctx, self.state)
        self.enterRule(localctx, 36, self.RULE_propertyKey)
        self._la = 0 # Token type
        try:
            self.state = 345
            self._errHandler.sync(self)
            token = self._input.LA(1)
            if token in [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47, 48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 58, 59, 60, 61, 62, 63, 64, 65, 66, 67, 68, 69, 70, 71, 72, 73, 74, 75, 76, 77, 78, 88, 91]:
                self.enterOuterAlt(localctx, 1)
                self.state = 336
                self.identifier()
                self.state = 341
                self._errHandler.sync(self)
                _la = self._input.LA(1)
                while _la==83:
                    self.state = 337
                    self.match(StreamSqlParser.DOT)
                    self.state = 338
                    self.identifier()
                    self.state = 343
                    self._errHandler.sync(self)
                    _la = self._input.LA(1)

                pass
            elif token in [87]:
                self.enterOuterAlt(localctx, 2)
                self.state = 344
                self.stringLiteral()
                pass
            else:
                raise NoViableAltException(self)

        except RecognitionException as re:
            localctx.exception = re
            self._errHandler.reportError(self, re)
            self._errHandler.recover(self, re)
        finally:
            self.exitRule()
        return localctx


    class PropertyValueContext(ParserRuleContext):
        __slots__ = 'parser'

        def __init__(self, parser, parent:ParserRuleContext=None, invokingState:int=-1):
            super().__init__(parent, invokingState)
            self.parser = parser

        def stringLiteral(self):
            return self.getTypedRuleContext(StreamSqlParser.StringLiteralContext,0)


        def number(self):
            return self.getTypedRuleContext(StreamSqlParser.NumberContext,0)


        def booleanLiteral(self):
            return self.getTypedRuleContext(StreamSqlParser.BooleanLiteralContext,0)


        def getRuleIndex(self):
            return StreamSqlParser.RULE_propertyValue

        def accept(self, visitor:ParseTreeVisitor):
            if hasattr( visitor, "visitPropertyValue" ):
                return visitor.visitPropertyValue(self)
            else:
                return visitor.visitChildren(self)




    def propertyValue(self):

        localctx = StreamSqlParser.PropertyValueContext(self, self._ctx, self.state)
        self.enterRule(localctx, 38, self.RULE_propertyValue)
        try:
            self.state = 350
            self._errHandler.sync(self)
            token = self._input.LA(1)
            if token in [87]:
                self.enterOuterAlt(localctx, 1)
                self.state = 347
                self.stringLiteral()
                pass
            elif token in [86, 89, 90]:
                self.enterOuterAlt(localctx, 2)
                self.state = 348
                self.number()
                pass
            elif token in [26, 71]:
                self.enterOuterAlt(localctx, 3)
                self.state = 349
                self.booleanLiteral()
                pass
            else:
                raise NoViableAltException(self)

        except RecognitionException as re:
            localctx.exception = re
            self._errHandler.reportError(self, re)
            self._errHandler.recover(self, re)
        finally:
            self.exitRule()
        return localctx


    class RefreshStreamTableContext(ParserRuleContext):
        __slots__ = 'parser'

        def __init__(self, parser, parent:ParserRuleContext=None, invokingState:int=-1):
            super().__init__(parent, invokingState)
            self.parser = parser

        def REFRESH(self):
            return self.getToken(StreamSqlParser.REFRESH, 0)

        def STREAM(self):
            return self.getToken(StreamSqlParser.STREAM, 0)

        def TABLE(self):
            return self.getToken(StreamSqlParser.TABLE, 0)

        def qualifiedName(self, i:int=None):
            if i is None:
                return self.getTypedRuleContexts(StreamSqlParser.QualifiedNameContext)
            else:
                return self.getTypedRuleContext(StreamSqlParser.QualifiedNameContext,i)


        def COMMA(self, i:int=None):
            if i is None:
                return self.getTokens(StreamSqlParser.COMMA)
            else:
                return self.getToken(StreamSqlParser.COMMA, i)

        def refreshOption(self, i:int=None):
            if i is None:
                return self.getTypedRuleContexts(StreamSqlParser.RefreshOptionContext)
            else:
                return self.getTypedRuleContext(StreamSqlParser.RefreshOptionContext,i)


        def getRuleIndex(self):
            return StreamSqlParser.RULE_refreshStreamTable

        def accept(self, visitor:ParseTreeVisitor):
            if hasattr( visitor, "visitRefreshStreamTable" ):
                return visitor.visitRefreshStreamTable(self)
            else:
                return visitor.visitChildren(self)




    def refreshStreamTable(self):

        localctx = StreamSqlParser.RefreshStreamTableContext(self, self._ctx, self.state)
        self.enterRule(localctx, 40, self.RULE_refreshStreamTable)
        self._la = 0 # Token type
        try:
            self.enterOuterAlt(localctx, 1)
            self.state = 352
            self.match(StreamSqlParser.REFRESH)
            self.state = 353
            self.match(StreamSqlParser.STREAM)
            self.state = 354
            self.match(StreamSqlParser.TABLE)
            self.state = 355
            self.qualifiedName()
            self.state = 360
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            while _la==82:
                self.state = 356
                self.match(StreamSqlParser.COMMA)
                self.state = 357
                self.qualifiedName()
                self.state = 362
                self._errHandler.sync(self)
                _la = self._input.LA(1)

            self.state = 366
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            while (((_la) & ~0x3f) == 0 and ((1 << _la) & 537920000) != 0) or _la==77:
                self.state = 363
                self.refreshOption()
                self.state = 368
                self._errHandler.sync(self)
                _la = self._input.LA(1)

        except RecognitionException as re:
            localctx.exception = re
            self._errHandler.reportError(self, re)
            self._errHandler.recover(self, re)
        finally:
            self.exitRule()
        return localctx


    class RefreshOptionContext(ParserRuleContext):
        __slots__ = 'parser'

        def __init__(self, parser, parent:ParserRuleContext=None, invokingState:int=-1):
            super().__init__(parent, invokingState)
            self.parser = parser

        def FULL(self):
            return self.getToken(StreamSqlParser.FULL, 0)

        def DIFFERENTIAL(self):
            return self.getToken(StreamSqlParser.DIFFERENTIAL, 0)

        def withoutUpstream(self):
            return self.getTypedRuleContext(StreamSqlParser.WithoutUpstreamContext,0)


        def CASCADE(self):
            return self.getToken(StreamSqlParser.CASCADE, 0)

        def getRuleIndex(self):
            return StreamSqlParser.RULE_refreshOption

        def accept(self, visitor:ParseTreeVisitor):
            if hasattr( visitor, "visitRefreshOption" ):
                return visitor.visitRefreshOption(self)
            else:
                return visitor.visitChildren(self)




    def refreshOption(self):

        localctx = StreamSqlParser.RefreshOptionContext(self, self._ctx, self.state)
        self.enterRule(localctx, 42, self.RULE_refreshOption)
        try:
            self.state = 373
            self._errHandler.sync(self)
            token = self._input.LA(1)
            if token in [29]:
                self.enterOuterAlt(localctx, 1)
                self.state = 369
                self.match(StreamSqlParser.FULL)
                pass
            elif token in [20]:
                self.enterOuterAlt(localctx, 2)
                self.state = 370
                self.match(StreamSqlParser.DIFFERENTIAL)
                pass
            elif token in [77]:
                self.enterOuterAlt(localctx, 3)
                self.state = 371
                self.withoutUpstream()
                pass
            elif token in [9]:
                self.enterOuterAlt(localctx, 4)
                self.state = 372
                self.match(StreamSqlParser.CASCADE)
                pass
            else:
                raise NoViableAltException(self)

        except RecognitionException as re:
            localctx.exception = re
            self._errHandler.reportError(self, re)
            self._errHandler.recover(self, re)
        finally:
            self.exitRule()
        return localctx


    class WithoutUpstreamContext(ParserRuleContext):
        __slots__ = 'parser'

        def __init__(self, parser, parent:ParserRuleContext=None, invokingState:int=-1):
            super().__init__(parent, invokingState)
            self.parser = parser

        def WITHOUT(self):
            return self.getToken(StreamSqlParser.WITHOUT, 0)

        def UPSTREAM(self):
            return self.getToken(StreamSqlParser.UPSTREAM, 0)

        def getRuleIndex(self):
            return StreamSqlParser.RULE_withoutUpstream

        def accept(self, visitor:ParseTreeVisitor):
            if hasattr( visitor, "visitWithoutUpstream" ):
                return visitor.visitWithoutUpstream(self)
            else:
                return visitor.visitChildren(self)




    def withoutUpstream(self):

        localctx = StreamSqlParser.WithoutUpstreamContext(self, self._ctx, self.state)
        self.enterRule(localctx, 44, self.RULE_withoutUpstream)
        try:
            self.enterOuterAlt(localctx, 1)
            self.state = 375
            self.match(StreamSqlParser.WITHOUT)
            self.state = 376
            self.match(StreamSqlParser.UPSTREAM)
        except RecognitionException as re:
            localctx.exception = re
            self._errHandler.reportError(self, re)
            self._errHandler.recover(self, re)
        finally:
            self.exitRule()
        return localctx


    class AlterActionContext(ParserRuleContext):
        __slots__ = 'parser'

        def __init__(self, parser, parent:ParserRuleContext=None, invokingState:int=-1):
            super().__init__(parent, invokingState)
            self.parser = parser


        def getRuleIndex(self):
            return StreamSqlParser.RULE_alterAction


        def copyFrom(self, ctx:ParserRuleContext):
            super().copyFrom(ctx)



    class SetScheduleContext(AlterActionContext):

        def __init__(self, parser, ctx:ParserRuleContext): # actually a StreamSqlParser.AlterActionContext
            super().__init__(parser)
            self.copyFrom(ctx)

        def SET(self):
            return self.getToken(StreamSqlParser.SET, 0)
        def scheduleClause(self):
            return self.getTypedRuleContext(StreamSqlParser.ScheduleClauseContext,0)


        def accept(self, visitor:ParseTreeVisitor):
            if hasattr( visitor, "visitSetSchedule" ):
                return visitor.visitSetSchedule(self)
            else:
                return visitor.visitChildren(self)


    class SuspendContext(AlterActionContext):

        def __init__(self, parser, ctx:ParserRuleContext): # actually a StreamSqlParser.AlterActionContext
            super().__init__(parser)
            self.copyFrom(ctx)

        def SUSPEND(self):
            return self.getToken(StreamSqlParser.SUSPEND, 0)

        def accept(self, visitor:ParseTreeVisitor):
            if hasattr( visitor, "visitSuspend" ):
                return visitor.visitSuspend(self)
            else:
                return visitor.visitChildren(self)


    class ResumeContext(AlterActionContext):

        def __init__(self, parser, ctx:ParserRuleContext): # actually a StreamSqlParser.AlterActionContext
            super().__init__(parser)
            self.copyFrom(ctx)

        def RESUME(self):
            return self.getToken(StreamSqlParser.RESUME, 0)

        def accept(self, visitor:ParseTreeVisitor):
            if hasattr( visitor, "visitResume" ):
                return visitor.visitResume(self)
            else:
                return visitor.visitChildren(self)


    class RenameToContext(AlterActionContext):

        def __init__(self, parser, ctx:ParserRuleContext): # actually a StreamSqlParser.AlterActionContext
            super().__init__(parser)
            self.copyFrom(ctx)

        def RENAME(self):
            return self.getToken(StreamSqlParser.RENAME, 0)
        def TO(self):
            return self.getToken(StreamSqlParser.TO, 0)
        def qualifiedName(self):
            return self.getTypedRuleContext(StreamSqlParser.QualifiedNameContext,0)


        def accept(self, visitor:ParseTreeVisitor):
            if hasattr( visitor, "visitRenameTo" ):
                return visitor.visitRenameTo(self)
            else:
                return visitor.visitChildren(self)


    class SetRefreshModeContext(AlterActionContext):

        def __init__(self, parser, ctx:ParserRuleContext): # actually a StreamSqlParser.AlterActionContext
            super().__init__(parser)
            self.copyFrom(ctx)

        def SET(self):
            return self.getToken(StreamSqlParser.SET, 0)
        def refreshModeClause(self):
            return self.getTypedRuleContext(StreamSqlParser.RefreshModeClauseContext,0)


        def accept(self, visitor:ParseTreeVisitor):
            if hasattr( visitor, "visitSetRefreshMode" ):
                return visitor.visitSetRefreshMode(self)
            else:
                return visitor.visitChildren(self)


    class SetPropertiesContext(AlterActionContext):

        def __init__(self, parser, ctx:ParserRuleContext): # actually a StreamSqlParser.AlterActionContext
            super().__init__(parser)
            self.copyFrom(ctx)

        def SET(self):
            return self.getToken(StreamSqlParser.SET, 0)
        def propertiesClause(self):
            return self.getTypedRuleContext(StreamSqlParser.PropertiesClauseContext,0)


        def accept(self, visitor:ParseTreeVisitor):
            if hasattr( visitor, "visitSetProperties" ):
                return visitor.visitSetProperties(self)
            else:
                return visitor.visitChildren(self)


    class SetQueryContext(AlterActionContext):

        def __init__(self, parser, ctx:ParserRuleContext): # actually a StreamSqlParser.AlterActionContext
            super().__init__(parser)
            self.copyFrom(ctx)

        def AS(self):
            return self.getToken(StreamSqlParser.AS, 0)
        def query(self):
            return self.getTypedRuleContext(StreamSqlParser.QueryContext,0)


        def accept(self, visitor:ParseTreeVisitor):
            if hasattr( visitor, "visitSetQuery" ):
                return visitor.visitSetQuery(self)
            else:
                return visitor.visitChildren(self)



    def alterAction(self):

        localctx = StreamSqlParser.AlterActionContext(self, self._ctx, self.state)
        self.enterRule(localctx, 46, self.RULE_alterAction)
        try:
            self.state = 391
            self._errHandler.sync(self)
            la_ = self._interp.adaptivePredict(self._input,36,self._ctx)
            if la_ == 1:
                localctx = StreamSqlParser.SetRefreshModeContext(self, localctx)
                self.enterOuterAlt(localctx, 1)
                self.state = 378
                self.match(StreamSqlParser.SET)
                self.state = 379
                self.refreshModeClause()
                pass

            elif la_ == 2:
                localctx = StreamSqlParser.SetScheduleContext(self, localctx)
                self.enterOuterAlt(localctx, 2)
                self.state = 380
                self.match(StreamSqlParser.SET)
                self.state = 381
                self.scheduleClause()
                pass

            elif la_ == 3:
                localctx = StreamSqlParser.SetPropertiesContext(self, localctx)
                self.enterOuterAlt(localctx, 3)
                self.state = 382
                self.match(StreamSqlParser.SET)
                self.state = 383
                self.propertiesClause()
                pass

            elif la_ == 4:
                localctx = StreamSqlParser.SuspendContext(self, localctx)
                self.enterOuterAlt(localctx, 4)
                self.state = 384
                self.match(StreamSqlParser.SUSPEND)
                pass

            elif la_ == 5:
                localctx = StreamSqlParser.ResumeContext(self, localctx)
                self.enterOuterAlt(localctx, 5)
                self.state = 385
                self.match(StreamSqlParser.RESUME)
                pass

            elif la_ == 6:
                localctx = StreamSqlParser.RenameToContext(self, localctx)
                self.enterOuterAlt(localctx, 6)
                self.state = 386
                self.match(StreamSqlParser.RENAME)
                self.state = 387
                self.match(StreamSqlParser.TO)
                self.state = 388
                self.qualifiedName()
                pass

            elif la_ == 7:
                localctx = StreamSqlParser.SetQueryContext(self, localctx)
                self.enterOuterAlt(localctx, 7)
                self.state = 389
                self.match(StreamSqlParser.AS)
                self.state = 390
                self.query()
                pass


        except RecognitionException as re:
            localctx.exception = re
            self._errHandler.reportError(self, re)
            self._errHandler.recover(self, re)
        finally:
            self.exitRule()
        return localctx


    class QueryContext(ParserRuleContext):
        __slots__ = 'parser'

        def __init__(self, parser, parent:ParserRuleContext=None, invokingState:int=-1):
            super().__init__(parent, invokingState)
            self.parser = parser

        def SEMICOLON(self, i:int=None):
            if i is None:
                return self.getTokens(StreamSqlParser.SEMICOLON)
            else:
                return self.getToken(StreamSqlParser.SEMICOLON, i)

        def getRuleIndex(self):
            return StreamSqlParser.RULE_query

        def accept(self, visitor:ParseTreeVisitor):
            if hasattr( visitor, "visitQuery" ):
                return visitor.visitQuery(self)
            else:
                return visitor.visitChildren(self)




    def query(self):

        localctx = StreamSqlParser.QueryContext(self, self._ctx, self.state)
        self.enterRule(localctx, 48, self.RULE_query)
        self._la = 0 # Token type
        try:
            self.enterOuterAlt(localctx, 1)
            self.state = 394
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            while True:
                self.state = 393
                _la = self._input.LA(1)
                if _la <= 0 or _la==79:
                    self._errHandler.recoverInline(self)
                else:
                    self._errHandler.reportMatch(self)
                    self.consume()
                self.state = 396
                self._errHandler.sync(self)
                _la = self._input.LA(1)
                if not ((((_la) & ~0x3f) == 0 and ((1 << _la) & -2) != 0) or ((((_la - 64)) & ~0x3f) == 0 and ((1 << (_la - 64)) & 8589901823) != 0)):
                    break

        except RecognitionException as re:
            localctx.exception = re
            self._errHandler.reportError(self, re)
            self._errHandler.recover(self, re)
        finally:
            self.exitRule()
        return localctx


    class EventContext(ParserRuleContext):
        __slots__ = 'parser'

        def __init__(self, parser, parent:ParserRuleContext=None, invokingState:int=-1):
            super().__init__(parent, invokingState)
            self.parser = parser

        def INSERT(self):
            return self.getToken(StreamSqlParser.INSERT, 0)

        def UPDATE(self):
            return self.getToken(StreamSqlParser.UPDATE, 0)

        def DELETE(self):
            return self.getToken(StreamSqlParser.DELETE, 0)

        def getRuleIndex(self):
            return StreamSqlParser.RULE_event

        def accept(self, visitor:ParseTreeVisitor):
            if hasattr( visitor, "visitEvent" ):
                return visitor.visitEvent(self)
            else:
                return visitor.visitChildren(self)




    def event(self):

        localctx = StreamSqlParser.EventContext(self, self._ctx, self.state)
        self.enterRule(localctx, 50, self.RULE_event)
        self._la = 0 # Token type
        try:
            self.enterOuterAlt(localctx, 1)
            self.state = 398
            _la = self._input.LA(1)
            if not(((((_la - 17)) & ~0x3f) == 0 and ((1 << (_la - 17)) & 36028797019488257) != 0)):
                self._errHandler.recoverInline(self)
            else:
                self._errHandler.reportMatch(self)
                self.consume()
        except RecognitionException as re:
            localctx.exception = re
            self._errHandler.reportError(self, re)
            self._errHandler.recover(self, re)
        finally:
            self.exitRule()
        return localctx


    class OnStreamTableContext(ParserRuleContext):
        __slots__ = 'parser'

        def __init__(self, parser, parent:ParserRuleContext=None, invokingState:int=-1):
            super().__init__(parent, invokingState)
            self.parser = parser

        def ON(self):
            return self.getToken(StreamSqlParser.ON, 0)

        def STREAM(self):
            return self.getToken(StreamSqlParser.STREAM, 0)

        def TABLE(self):
            return self.getToken(StreamSqlParser.TABLE, 0)

        def qualifiedName(self):
            return self.getTypedRuleContext(StreamSqlParser.QualifiedNameContext,0)


        def getRuleIndex(self):
            return StreamSqlParser.RULE_onStreamTable

        def accept(self, visitor:ParseTreeVisitor):
            if hasattr( visitor, "visitOnStreamTable" ):
                return visitor.visitOnStreamTable(self)
            else:
                return visitor.visitChildren(self)




    def onStreamTable(self):

        localctx = StreamSqlParser.OnStreamTableContext(self, self._ctx, self.state)
        self.enterRule(localctx, 52, self.RULE_onStreamTable)
        try:
            self.enterOuterAlt(localctx, 1)
            self.state = 400
            self.match(StreamSqlParser.ON)
            self.state = 401
            self.match(StreamSqlParser.STREAM)
            self.state = 402
            self.match(StreamSqlParser.TABLE)
            self.state = 403
            self.qualifiedName()
        except RecognitionException as re:
            localctx.exception = re
            self._errHandler.reportError(self, re)
            self._errHandler.recover(self, re)
        finally:
            self.exitRule()
        return localctx


    class ReferencingContext(ParserRuleContext):
        __slots__ = 'parser'

        def __init__(self, parser, parent:ParserRuleContext=None, invokingState:int=-1):
            super().__init__(parent, invokingState)
            self.parser = parser

        def REFERENCING(self):
            return self.getToken(StreamSqlParser.REFERENCING, 0)

        def transitionTable(self, i:int=None):
            if i is None:
                return self.getTypedRuleContexts(StreamSqlParser.TransitionTableContext)
            else:
                return self.getTypedRuleContext(StreamSqlParser.TransitionTableContext,i)


        def getRuleIndex(self):
            return StreamSqlParser.RULE_referencing

        def accept(self, visitor:ParseTreeVisitor):
            if hasattr( visitor, "visitReferencing" ):
                return visitor.visitReferencing(self)
            else:
                return visitor.visitChildren(self)




    def referencing(self):

        localctx = StreamSqlParser.ReferencingContext(self, self._ctx, self.state)
        self.enterRule(localctx, 54, self.RULE_referencing)
        self._la = 0 # Token type
        try:
            self.enterOuterAlt(localctx, 1)
            self.state = 405
            self.match(StreamSqlParser.REFERENCING)
            self.state = 407
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            while True:
                self.state = 406
                self.transitionTable()
                self.state = 409
                self._errHandler.sync(self)
                _la = self._input.LA(1)
                if not (_la==43 or _la==48):
                    break

        except RecognitionException as re:
            localctx.exception = re
            self._errHandler.reportError(self, re)
            self._errHandler.recover(self, re)
        finally:
            self.exitRule()
        return localctx


    class TransitionTableContext(ParserRuleContext):
        __slots__ = 'parser'

        def __init__(self, parser, parent:ParserRuleContext=None, invokingState:int=-1):
            super().__init__(parent, invokingState)
            self.parser = parser

        def TABLE(self):
            return self.getToken(StreamSqlParser.TABLE, 0)

        def identifier(self):
            return self.getTypedRuleContext(StreamSqlParser.IdentifierContext,0)


        def OLD(self):
            return self.getToken(StreamSqlParser.OLD, 0)

        def NEW(self):
            return self.getToken(StreamSqlParser.NEW, 0)

        def AS(self):
            return self.getToken(StreamSqlParser.AS, 0)

        def getRuleIndex(self):
            return StreamSqlParser.RULE_transitionTable

        def accept(self, visitor:ParseTreeVisitor):
            if hasattr( visitor, "visitTransitionTable" ):
                return visitor.visitTransitionTable(self)
            else:
                return visitor.visitChildren(self)




    def transitionTable(self):

        localctx = StreamSqlParser.TransitionTableContext(self, self._ctx, self.state)
        self.enterRule(localctx, 56, self.RULE_transitionTable)
        self._la = 0 # Token type
        try:
            self.enterOuterAlt(localctx, 1)
            self.state = 411
            _la = self._input.LA(1)
            if not(_la==43 or _la==48):
                self._errHandler.recoverInline(self)
            else:
                self._errHandler.reportMatch(self)
                self.consume()
            self.state = 412
            self.match(StreamSqlParser.TABLE)
            self.state = 414
            self._errHandler.sync(self)
            la_ = self._interp.adaptivePredict(self._input,39,self._ctx)
            if la_ == 1:
                self.state = 413
                self.match(StreamSqlParser.AS)


            self.state = 416
            self.identifier()
        except RecognitionException as re:
            localctx.exception = re
            self._errHandler.reportError(self, re)
            self._errHandler.recover(self, re)
        finally:
            self.exitRule()
        return localctx


    class ConditionContext(ParserRuleContext):
        __slots__ = 'parser'

        def __init__(self, parser, parent:ParserRuleContext=None, invokingState:int=-1):
            super().__init__(parent, invokingState)
            self.parser = parser

        def conditionPart(self, i:int=None):
            if i is None:
                return self.getTypedRuleContexts(StreamSqlParser.ConditionPartContext)
            else:
                return self.getTypedRuleContext(StreamSqlParser.ConditionPartContext,i)


        def getRuleIndex(self):
            return StreamSqlParser.RULE_condition

        def accept(self, visitor:ParseTreeVisitor):
            if hasattr( visitor, "visitCondition" ):
                return visitor.visitCondition(self)
            else:
                return visitor.visitChildren(self)




    def condition(self):

        localctx = StreamSqlParser.ConditionContext(self, self._ctx, self.state)
        self.enterRule(localctx, 58, self.RULE_condition)
        self._la = 0 # Token type
        try:
            self.enterOuterAlt(localctx, 1)
            self.state = 419
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            while True:
                self.state = 418
                self.conditionPart()
                self.state = 421
                self._errHandler.sync(self)
                _la = self._input.LA(1)
                if not ((((_la) & ~0x3f) == 0 and ((1 << _la) & -2) != 0) or ((((_la - 64)) & ~0x3f) == 0 and ((1 << (_la - 64)) & 8589770751) != 0)):
                    break

        except RecognitionException as re:
            localctx.exception = re
            self._errHandler.reportError(self, re)
            self._errHandler.recover(self, re)
        finally:
            self.exitRule()
        return localctx


    class ConditionPartContext(ParserRuleContext):
        __slots__ = 'parser'

        def __init__(self, parser, parent:ParserRuleContext=None, invokingState:int=-1):
            super().__init__(parent, invokingState)
            self.parser = parser

        def LEFT_PAREN(self):
            return self.getToken(StreamSqlParser.LEFT_PAREN, 0)

        def RIGHT_PAREN(self):
            return self.getToken(StreamSqlParser.RIGHT_PAREN, 0)

        def conditionPart(self, i:int=None):
            if i is None:
                return self.getTypedRuleContexts(StreamSqlParser.ConditionPartContext)
            else:
                return self.getTypedRuleContext(StreamSqlParser.ConditionPartContext,i)


        def SEMICOLON(self):
            return self.getToken(StreamSqlParser.SEMICOLON, 0)

        def getRuleIndex(self):
            return StreamSqlParser.RULE_conditionPart

        def accept(self, visitor:ParseTreeVisitor):
            if hasattr( visitor, "visitConditionPart" ):
                return visitor.visitConditionPart(self)
            else:
                return visitor.visitChildren(self)




    def conditionPart(self):

        localctx = StreamSqlParser.ConditionPartContext(self, self._ctx, self.state)
        self.enterRule(localctx, 60, self.RULE_conditionPart)
        self._la = 0 # Token type
        try:
            self.state = 432
            self._errHandler.sync(self)
            token = self._input.LA(1)
            if token in [80]:
                self.enterOuterAlt(localctx, 1)
                self.state = 423
                self.match(StreamSqlParser.LEFT_PAREN)
                self.state = 427
                self._errHandler.sync(self)
                _la = self._input.LA(1)
                while (((_la) & ~0x3f) == 0 and ((1 << _la) & -2) != 0) or ((((_la - 64)) & ~0x3f) == 0 and ((1 << (_la - 64)) & 8589770751) != 0):
                    self.state = 424
                    self.conditionPart()
                    self.state = 429
                    self._errHandler.sync(self)
                    _la = self._input.LA(1)

                self.state = 430
                self.match(StreamSqlParser.RIGHT_PAREN)
                pass
            elif token in [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47, 48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 58, 59, 60, 61, 62, 63, 64, 65, 66, 67, 68, 69, 70, 71, 72, 73, 74, 75, 76, 77, 78, 82, 83, 84, 85, 86, 87, 88, 89, 90, 91, 92, 93, 94, 95, 96]:
                self.enterOuterAlt(localctx, 2)
                self.state = 431
                _la = self._input.LA(1)
                if _la <= 0 or ((((_la - 79)) & ~0x3f) == 0 and ((1 << (_la - 79)) & 7) != 0):
                    self._errHandler.recoverInline(self)
                else:
                    self._errHandler.reportMatch(self)
                    self.consume()
                pass
            else:
                raise NoViableAltException(self)

        except RecognitionException as re:
            localctx.exception = re
            self._errHandler.reportError(self, re)
            self._errHandler.recover(self, re)
        finally:
            self.exitRule()
        return localctx


    class TriggerBodyContext(ParserRuleContext):
        __slots__ = 'parser'

        def __init__(self, parser, parent:ParserRuleContext=None, invokingState:int=-1):
            super().__init__(parent, invokingState)
            self.parser = parser

        def BEGIN(self):
            return self.getToken(StreamSqlParser.BEGIN, 0)

        def SEMICOLON(self, i:int=None):
            if i is None:
                return self.getTokens(StreamSqlParser.SEMICOLON)
            else:
                return self.getToken(StreamSqlParser.SEMICOLON, i)

        def getRuleIndex(self):
            return StreamSqlParser.RULE_triggerBody

        def accept(self, visitor:ParseTreeVisitor):
            if hasattr( visitor, "visitTriggerBody" ):
                return visitor.visitTriggerBody(self)
            else:
                return visitor.visitChildren(self)




    def triggerBody(self):

        localctx = StreamSqlParser.TriggerBodyContext(self, self._ctx, self.state)
        self.enterRule(localctx, 62, self.RULE_triggerBody)
        self._la = 0 # Token type
        try:
            self.state = 463
            self._errHandler.sync(self)
            token = self._input.LA(1)
            if token in [6]:
                self.enterOuterAlt(localctx, 1)
                self.state = 434
                self.match(StreamSqlParser.BEGIN)
                self.state = 438
                self._errHandler.sync(self)
                _la = self._input.LA(1)
                while (((_la) & ~0x3f) == 0 and ((1 << _la) & -2) != 0) or ((((_la - 64)) & ~0x3f) == 0 and ((1 << (_la - 64)) & 8589901823) != 0):
                    self.state = 435
                    _la = self._input.LA(1)
                    if _la <= 0 or _la==79:
                        self._errHandler.recoverInline(self)
                    else:
                        self._errHandler.reportMatch(self)
                        self.consume()
                    self.state = 440
                    self._errHandler.sync(self)
                    _la = self._input.LA(1)

                self.state = 453
                self._errHandler.sync(self)
                _alt = self._interp.adaptivePredict(self._input,46,self._ctx)
                while _alt!=2 and _alt!=ATN.INVALID_ALT_NUMBER:
                    if _alt==1:
                        self.state = 442
                        self._errHandler.sync(self)
                        _la = self._input.LA(1)
                        while True:
                            self.state = 441
                            self.match(StreamSqlParser.SEMICOLON)
                            self.state = 444
                            self._errHandler.sync(self)
                            _la = self._input.LA(1)
                            if not (_la==79):
                                break

                        self.state = 447
                        self._errHandler.sync(self)
                        _la = self._input.LA(1)
                        while True:
                            self.state = 446
                            _la = self._input.LA(1)
                            if _la <= 0 or _la==79:
                                self._errHandler.recoverInline(self)
                            else:
                                self._errHandler.reportMatch(self)
                                self.consume()
                            self.state = 449
                            self._errHandler.sync(self)
                            _la = self._input.LA(1)
                            if not ((((_la) & ~0x3f) == 0 and ((1 << _la) & -2) != 0) or ((((_la - 64)) & ~0x3f) == 0 and ((1 << (_la - 64)) & 8589901823) != 0)):
                                break

                    self.state = 455
                    self._errHandler.sync(self)
                    _alt = self._interp.adaptivePredict(self._input,46,self._ctx)

                pass
            elif token in [1, 2, 3, 4, 5, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47, 48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 58, 59, 60, 61, 62, 63, 64, 65, 66, 67, 68, 69, 70, 71, 72, 73, 74, 75, 76, 77, 78, 80, 81, 82, 83, 84, 85, 86, 87, 88, 89, 90, 91, 92, 93, 94, 95, 96]:
                self.enterOuterAlt(localctx, 2)
                self.state = 456
                _la = self._input.LA(1)
                if _la <= 0 or _la==6 or _la==79:
                    self._errHandler.recoverInline(self)
                else:
                    self._errHandler.reportMatch(self)
                    self.consume()
                self.state = 460
                self._errHandler.sync(self)
                _la = self._input.LA(1)
                while (((_la) & ~0x3f) == 0 and ((1 << _la) & -2) != 0) or ((((_la - 64)) & ~0x3f) == 0 and ((1 << (_la - 64)) & 8589901823) != 0):
                    self.state = 457
                    _la = self._input.LA(1)
                    if _la <= 0 or _la==79:
                        self._errHandler.recoverInline(self)
                    else:
                        self._errHandler.reportMatch(self)
                        self.consume()
                    self.state = 462
                    self._errHandler.sync(self)
                    _la = self._input.LA(1)

                pass
            else:
                raise NoViableAltException(self)

        except RecognitionException as re:
            localctx.exception = re
            self._errHandler.reportError(self, re)
            self._errHandler.recover(self, re)
        finally:
            self.exitRule()
        return localctx


    class ArgumentContext(ParserRuleContext):
        __slots__ = 'parser'

        def __init__(self, parser, parent:ParserRuleContext=None, invokingState:int=-1):
            super().__init__(parent, invokingState)
            self.parser = parser

        def argumentValue(self):
            return self.getTypedRuleContext(StreamSqlParser.ArgumentValueContext,0)


        def identifier(self):
            return self.getTypedRuleContext(StreamSqlParser.IdentifierContext,0)


        def ARROW(self):
            return self.getToken(StreamSqlParser.ARROW, 0)

        def getRuleIndex(self):
            return StreamSqlParser.RULE_argument

        def accept(self, visitor:ParseTreeVisitor):
            if hasattr( visitor, "visitArgument" ):
                return visitor.visitArgument(self)
            else:
                return visitor.visitChildren(self)




    def argument(self):

        localctx = StreamSqlParser.ArgumentContext(self, self._ctx, self.state)
        self.enterRule(localctx, 64, self.RULE_argument)
        try:
            self.enterOuterAlt(localctx, 1)
            self.state = 468
            self._errHandler.sync(self)
            la_ = self._interp.adaptivePredict(self._input,49,self._ctx)
            if la_ == 1:
                self.state = 465
                self.identifier()
                self.state = 466
                self.match(StreamSqlParser.ARROW)


            self.state = 470
            self.argumentValue()
        except RecognitionException as re:
            localctx.exception = re
            self._errHandler.reportError(self, re)
            self._errHandler.recover(self, re)
        finally:
            self.exitRule()
        return localctx


    class ArgumentValueContext(ParserRuleContext):
        __slots__ = 'parser'

        def __init__(self, parser, parent:ParserRuleContext=None, invokingState:int=-1):
            super().__init__(parent, invokingState)
            self.parser = parser

        def stringLiteral(self):
            return self.getTypedRuleContext(StreamSqlParser.StringLiteralContext,0)


        def number(self):
            return self.getTypedRuleContext(StreamSqlParser.NumberContext,0)


        def booleanLiteral(self):
            return self.getTypedRuleContext(StreamSqlParser.BooleanLiteralContext,0)


        def NULL(self):
            return self.getToken(StreamSqlParser.NULL, 0)

        def getRuleIndex(self):
            return StreamSqlParser.RULE_argumentValue

        def accept(self, visitor:ParseTreeVisitor):
            if hasattr( visitor, "visitArgumentValue" ):
                return visitor.visitArgumentValue(self)
            else:
                return visitor.visitChildren(self)




    def argumentValue(self):

        localctx = StreamSqlParser.ArgumentValueContext(self, self._ctx, self.state)
        self.enterRule(localctx, 66, self.RULE_argumentValue)
        try:
            self.state = 476
            self._errHandler.sync(self)
            token = self._input.LA(1)
            if token in [87]:
                self.enterOuterAlt(localctx, 1)
                self.state = 472
                self.stringLiteral()
                pass
            elif token in [86, 89, 90]:
                self.enterOuterAlt(localctx, 2)
                self.state = 473
                self.number()
                pass
            elif token in [26, 71]:
                self.enterOuterAlt(localctx, 3)
                self.state = 474
                self.booleanLiteral()
                pass
            elif token in [47]:
                self.enterOuterAlt(localctx, 4)
                self.state = 475
                self.match(StreamSqlParser.NULL)
                pass
            else:
                raise NoViableAltException(self)

        except RecognitionException as re:
            localctx.exception = re
            self._errHandler.reportError(self, re)
            self._errHandler.recover(self, re)
        finally:
            self.exitRule()
        return localctx


    class OrReplaceContext(ParserRuleContext):
        __slots__ = 'parser'

        def __init__(self, parser, parent:ParserRuleContext=None, invokingState:int=-1):
            super().__init__(parent, invokingState)
            self.parser = parser

        def OR(self):
            return self.getToken(StreamSqlParser.OR, 0)

        def REPLACE(self):
            return self.getToken(StreamSqlParser.REPLACE, 0)

        def getRuleIndex(self):
            return StreamSqlParser.RULE_orReplace

        def accept(self, visitor:ParseTreeVisitor):
            if hasattr( visitor, "visitOrReplace" ):
                return visitor.visitOrReplace(self)
            else:
                return visitor.visitChildren(self)




    def orReplace(self):

        localctx = StreamSqlParser.OrReplaceContext(self, self._ctx, self.state)
        self.enterRule(localctx, 68, self.RULE_orReplace)
        try:
            self.enterOuterAlt(localctx, 1)
            self.state = 478
            self.match(StreamSqlParser.OR)
            self.state = 479
            self.match(StreamSqlParser.REPLACE)
        except RecognitionException as re:
            localctx.exception = re
            self._errHandler.reportError(self, re)
            self._errHandler.recover(self, re)
        finally:
            self.exitRule()
        return localctx


    class IfNotExistsContext(ParserRuleContext):
        __slots__ = 'parser'

        def __init__(self, parser, parent:ParserRuleContext=None, invokingState:int=-1):
            super().__init__(parent, invokingState)
            self.parser = parser

        def IF(self):
            return self.getToken(StreamSqlParser.IF, 0)

        def NOT(self):
            return self.getToken(StreamSqlParser.NOT, 0)

        def EXISTS(self):
            return self.getToken(StreamSqlParser.EXISTS, 0)

        def getRuleIndex(self):
            return StreamSqlParser.RULE_ifNotExists

        def accept(self, visitor:ParseTreeVisitor):
            if hasattr( visitor, "visitIfNotExists" ):
                return visitor.visitIfNotExists(self)
            else:
                return visitor.visitChildren(self)




    def ifNotExists(self):

        localctx = StreamSqlParser.IfNotExistsContext(self, self._ctx, self.state)
        self.enterRule(localctx, 70, self.RULE_ifNotExists)
        try:
            self.enterOuterAlt(localctx, 1)
            self.state = 481
            self.match(StreamSqlParser.IF)
            self.state = 482
            self.match(StreamSqlParser.NOT)
            self.state = 483
            self.match(StreamSqlParser.EXISTS)
        except RecognitionException as re:
            localctx.exception = re
            self._errHandler.reportError(self, re)
            self._errHandler.recover(self, re)
        finally:
            self.exitRule()
        return localctx


    class IfExistsContext(ParserRuleContext):
        __slots__ = 'parser'

        def __init__(self, parser, parent:ParserRuleContext=None, invokingState:int=-1):
            super().__init__(parent, invokingState)
            self.parser = parser

        def IF(self):
            return self.getToken(StreamSqlParser.IF, 0)

        def EXISTS(self):
            return self.getToken(StreamSqlParser.EXISTS, 0)

        def getRuleIndex(self):
            return StreamSqlParser.RULE_ifExists

        def accept(self, visitor:ParseTreeVisitor):
            if hasattr( visitor, "visitIfExists" ):
                return visitor.visitIfExists(self)
            else:
                return visitor.visitChildren(self)




    def ifExists(self):

        localctx = StreamSqlParser.IfExistsContext(self, self._ctx, self.state)
        self.enterRule(localctx, 72, self.RULE_ifExists)
        try:
            self.enterOuterAlt(localctx, 1)
            self.state = 485
            self.match(StreamSqlParser.IF)
            self.state = 486
            self.match(StreamSqlParser.EXISTS)
        except RecognitionException as re:
            localctx.exception = re
            self._errHandler.reportError(self, re)
            self._errHandler.recover(self, re)
        finally:
            self.exitRule()
        return localctx


    class InSchemaContext(ParserRuleContext):
        __slots__ = 'parser'

        def __init__(self, parser, parent:ParserRuleContext=None, invokingState:int=-1):
            super().__init__(parent, invokingState)
            self.parser = parser

        def qualifiedName(self):
            return self.getTypedRuleContext(StreamSqlParser.QualifiedNameContext,0)


        def IN(self):
            return self.getToken(StreamSqlParser.IN, 0)

        def FROM(self):
            return self.getToken(StreamSqlParser.FROM, 0)

        def getRuleIndex(self):
            return StreamSqlParser.RULE_inSchema

        def accept(self, visitor:ParseTreeVisitor):
            if hasattr( visitor, "visitInSchema" ):
                return visitor.visitInSchema(self)
            else:
                return visitor.visitChildren(self)




    def inSchema(self):

        localctx = StreamSqlParser.InSchemaContext(self, self._ctx, self.state)
        self.enterRule(localctx, 74, self.RULE_inSchema)
        self._la = 0 # Token type
        try:
            self.enterOuterAlt(localctx, 1)
            self.state = 488
            _la = self._input.LA(1)
            if not(_la==28 or _la==35):
                self._errHandler.recoverInline(self)
            else:
                self._errHandler.reportMatch(self)
                self.consume()
            self.state = 489
            self.qualifiedName()
        except RecognitionException as re:
            localctx.exception = re
            self._errHandler.reportError(self, re)
            self._errHandler.recover(self, re)
        finally:
            self.exitRule()
        return localctx


    class QualifiedNameContext(ParserRuleContext):
        __slots__ = 'parser'

        def __init__(self, parser, parent:ParserRuleContext=None, invokingState:int=-1):
            super().__init__(parent, invokingState)
            self.parser = parser

        def identifier(self, i:int=None):
            if i is None:
                return self.getTypedRuleContexts(StreamSqlParser.IdentifierContext)
            else:
                return self.getTypedRuleContext(StreamSqlParser.IdentifierContext,i)


        def DOT(self, i:int=None):
            if i is None:
                return self.getTokens(StreamSqlParser.DOT)
            else:
                return self.getToken(StreamSqlParser.DOT, i)

        def getRuleIndex(self):
            return StreamSqlParser.RULE_qualifiedName

        def accept(self, visitor:ParseTreeVisitor):
            if hasattr( visitor, "visitQualifiedName" ):
                return visitor.visitQualifiedName(self)
            else:
                return visitor.visitChildren(self)




    def qualifiedName(self):

        localctx = StreamSqlParser.QualifiedNameContext(self, self._ctx, self.state)
        self.enterRule(localctx, 76, self.RULE_qualifiedName)
        self._la = 0 # Token type
        try:
            self.enterOuterAlt(localctx, 1)
            self.state = 491
            self.identifier()
            self.state = 496
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            while _la==83:
                self.state = 492
                self.match(StreamSqlParser.DOT)
                self.state = 493
                self.identifier()
                self.state = 498
                self._errHandler.sync(self)
                _la = self._input.LA(1)

        except RecognitionException as re:
            localctx.exception = re
            self._errHandler.reportError(self, re)
            self._errHandler.recover(self, re)
        finally:
            self.exitRule()
        return localctx


    class IdentifierListContext(ParserRuleContext):
        __slots__ = 'parser'

        def __init__(self, parser, parent:ParserRuleContext=None, invokingState:int=-1):
            super().__init__(parent, invokingState)
            self.parser = parser

        def LEFT_PAREN(self):
            return self.getToken(StreamSqlParser.LEFT_PAREN, 0)

        def identifier(self, i:int=None):
            if i is None:
                return self.getTypedRuleContexts(StreamSqlParser.IdentifierContext)
            else:
                return self.getTypedRuleContext(StreamSqlParser.IdentifierContext,i)


        def RIGHT_PAREN(self):
            return self.getToken(StreamSqlParser.RIGHT_PAREN, 0)

        def COMMA(self, i:int=None):
            if i is None:
                return self.getTokens(StreamSqlParser.COMMA)
            else:
                return self.getToken(StreamSqlParser.COMMA, i)

        def getRuleIndex(self):
            return StreamSqlParser.RULE_identifierList

        def accept(self, visitor:ParseTreeVisitor):
            if hasattr( visitor, "visitIdentifierList" ):
                return visitor.visitIdentifierList(self)
            else:
                return visitor.visitChildren(self)




    def identifierList(self):

        localctx = StreamSqlParser.IdentifierListContext(self, self._ctx, self.state)
        self.enterRule(localctx, 78, self.RULE_identifierList)
        self._la = 0 # Token type
        try:
            self.enterOuterAlt(localctx, 1)
            self.state = 499
            self.match(StreamSqlParser.LEFT_PAREN)
            self.state = 500
            self.identifier()
            self.state = 505
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            while _la==82:
                self.state = 501
                self.match(StreamSqlParser.COMMA)
                self.state = 502
                self.identifier()
                self.state = 507
                self._errHandler.sync(self)
                _la = self._input.LA(1)

            self.state = 508
            self.match(StreamSqlParser.RIGHT_PAREN)
        except RecognitionException as re:
            localctx.exception = re
            self._errHandler.reportError(self, re)
            self._errHandler.recover(self, re)
        finally:
            self.exitRule()
        return localctx


    class IdentifierContext(ParserRuleContext):
        __slots__ = 'parser'

        def __init__(self, parser, parent:ParserRuleContext=None, invokingState:int=-1):
            super().__init__(parent, invokingState)
            self.parser = parser

        def IDENTIFIER(self):
            return self.getToken(StreamSqlParser.IDENTIFIER, 0)

        def BACKQUOTED_IDENTIFIER(self):
            return self.getToken(StreamSqlParser.BACKQUOTED_IDENTIFIER, 0)

        def nonReserved(self):
            return self.getTypedRuleContext(StreamSqlParser.NonReservedContext,0)


        def getRuleIndex(self):
            return StreamSqlParser.RULE_identifier

        def accept(self, visitor:ParseTreeVisitor):
            if hasattr( visitor, "visitIdentifier" ):
                return visitor.visitIdentifier(self)
            else:
                return visitor.visitChildren(self)




    def identifier(self):

        localctx = StreamSqlParser.IdentifierContext(self, self._ctx, self.state)
        self.enterRule(localctx, 80, self.RULE_identifier)
        try:
            self.state = 513
            self._errHandler.sync(self)
            token = self._input.LA(1)
            if token in [91]:
                self.enterOuterAlt(localctx, 1)
                self.state = 510
                self.match(StreamSqlParser.IDENTIFIER)
                pass
            elif token in [88]:
                self.enterOuterAlt(localctx, 2)
                self.state = 511
                self.match(StreamSqlParser.BACKQUOTED_IDENTIFIER)
                pass
            elif token in [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47, 48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 58, 59, 60, 61, 62, 63, 64, 65, 66, 67, 68, 69, 70, 71, 72, 73, 74, 75, 76, 77, 78]:
                self.enterOuterAlt(localctx, 3)
                self.state = 512
                self.nonReserved()
                pass
            else:
                raise NoViableAltException(self)

        except RecognitionException as re:
            localctx.exception = re
            self._errHandler.reportError(self, re)
            self._errHandler.recover(self, re)
        finally:
            self.exitRule()
        return localctx


    class StringLiteralContext(ParserRuleContext):
        __slots__ = 'parser'

        def __init__(self, parser, parent:ParserRuleContext=None, invokingState:int=-1):
            super().__init__(parent, invokingState)
            self.parser = parser

        def STRING(self):
            return self.getToken(StreamSqlParser.STRING, 0)

        def getRuleIndex(self):
            return StreamSqlParser.RULE_stringLiteral

        def accept(self, visitor:ParseTreeVisitor):
            if hasattr( visitor, "visitStringLiteral" ):
                return visitor.visitStringLiteral(self)
            else:
                return visitor.visitChildren(self)




    def stringLiteral(self):

        localctx = StreamSqlParser.StringLiteralContext(self, self._ctx, self.state)
        self.enterRule(localctx, 82, self.RULE_stringLiteral)
        try:
            self.enterOuterAlt(localctx, 1)
            self.state = 515
            self.match(StreamSqlParser.STRING)
        except RecognitionException as re:
            localctx.exception = re
            self._errHandler.reportError(self, re)
            self._errHandler.recover(self, re)
        finally:
            self.exitRule()
        return localctx


    class WholeNumberContext(ParserRuleContext):
        __slots__ = 'parser'

        def __init__(self, parser, parent:ParserRuleContext=None, invokingState:int=-1):
            super().__init__(parent, invokingState)
            self.parser = parser

        def INTEGER(self):
            return self.getToken(StreamSqlParser.INTEGER, 0)

        def MINUS(self):
            return self.getToken(StreamSqlParser.MINUS, 0)

        def getRuleIndex(self):
            return StreamSqlParser.RULE_wholeNumber

        def accept(self, visitor:ParseTreeVisitor):
            if hasattr( visitor, "visitWholeNumber" ):
                return visitor.visitWholeNumber(self)
            else:
                return visitor.visitChildren(self)




    def wholeNumber(self):

        localctx = StreamSqlParser.WholeNumberContext(self, self._ctx, self.state)
        self.enterRule(localctx, 84, self.RULE_wholeNumber)
        self._la = 0 # Token type
        try:
            self.enterOuterAlt(localctx, 1)
            self.state = 518
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            if _la==86:
                self.state = 517
                self.match(StreamSqlParser.MINUS)


            self.state = 520
            self.match(StreamSqlParser.INTEGER)
        except RecognitionException as re:
            localctx.exception = re
            self._errHandler.reportError(self, re)
            self._errHandler.recover(self, re)
        finally:
            self.exitRule()
        return localctx


    class NumberContext(ParserRuleContext):
        __slots__ = 'parser'

        def __init__(self, parser, parent:ParserRuleContext=None, invokingState:int=-1):
            super().__init__(parent, invokingState)
            self.parser = parser

        def INTEGER(self):
            return self.getToken(StreamSqlParser.INTEGER, 0)

        def DECIMAL(self):
            return self.getToken(StreamSqlParser.DECIMAL, 0)

        def MINUS(self):
            return self.getToken(StreamSqlParser.MINUS, 0)

        def getRuleIndex(self):
            return StreamSqlParser.RULE_number

        def accept(self, visitor:ParseTreeVisitor):
            if hasattr( visitor, "visitNumber" ):
                return visitor.visitNumber(self)
            else:
                return visitor.visitChildren(self)




    def number(self):

        localctx = StreamSqlParser.NumberContext(self, self._ctx, self.state)
        self.enterRule(localctx, 86, self.RULE_number)
        self._la = 0 # Token type
        try:
            self.enterOuterAlt(localctx, 1)
            self.state = 523
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            if _la==86:
                self.state = 522
                self.match(StreamSqlParser.MINUS)


            self.state = 525
            _la = self._input.LA(1)
            if not(_la==89 or _la==90):
                self._errHandler.recoverInline(self)
            else:
                self._errHandler.reportMatch(self)
                self.consume()
        except RecognitionException as re:
            localctx.exception = re
            self._errHandler.reportError(self, re)
            self._errHandler.recover(self, re)
        finally:
            self.exitRule()
        return localctx


    class BooleanLiteralContext(ParserRuleContext):
        __slots__ = 'parser'

        def __init__(self, parser, parent:ParserRuleContext=None, invokingState:int=-1):
            super().__init__(parent, invokingState)
            self.parser = parser

        def TRUE(self):
            return self.getToken(StreamSqlParser.TRUE, 0)

        def FALSE(self):
            return self.getToken(StreamSqlParser.FALSE, 0)

        def getRuleIndex(self):
            return StreamSqlParser.RULE_booleanLiteral

        def accept(self, visitor:ParseTreeVisitor):
            if hasattr( visitor, "visitBooleanLiteral" ):
                return visitor.visitBooleanLiteral(self)
            else:
                return visitor.visitChildren(self)




    def booleanLiteral(self):

        localctx = StreamSqlParser.BooleanLiteralContext(self, self._ctx, self.state)
        self.enterRule(localctx, 88, self.RULE_booleanLiteral)
        self._la = 0 # Token type
        try:
            self.enterOuterAlt(localctx, 1)
            self.state = 527
            _la = self._input.LA(1)
            if not(_la==26 or _la==71):
                self._errHandler.recoverInline(self)
            else:
                self._errHandler.reportMatch(self)
                self.consume()
        except RecognitionException as re:
            localctx.exception = re
            self._errHandler.reportError(self, re)
            self._errHandler.recover(self, re)
        finally:
            self.exitRule()
        return localctx


    class NonReservedContext(ParserRuleContext):
        __slots__ = 'parser'

        def __init__(self, parser, parent:ParserRuleContext=None, invokingState:int=-1):
            super().__init__(parent, invokingState)
            self.parser = parser

        def AFTER(self):
            return self.getToken(StreamSqlParser.AFTER, 0)

        def ALTER(self):
            return self.getToken(StreamSqlParser.ALTER, 0)

        def AS(self):
            return self.getToken(StreamSqlParser.AS, 0)

        def AT(self):
            return self.getToken(StreamSqlParser.AT, 0)

        def AUTO(self):
            return self.getToken(StreamSqlParser.AUTO, 0)

        def BEGIN(self):
            return self.getToken(StreamSqlParser.BEGIN, 0)

        def BY(self):
            return self.getToken(StreamSqlParser.BY, 0)

        def CALL(self):
            return self.getToken(StreamSqlParser.CALL, 0)

        def CASCADE(self):
            return self.getToken(StreamSqlParser.CASCADE, 0)

        def CLUSTER(self):
            return self.getToken(StreamSqlParser.CLUSTER, 0)

        def COMMENT(self):
            return self.getToken(StreamSqlParser.COMMENT, 0)

        def CREATE(self):
            return self.getToken(StreamSqlParser.CREATE, 0)

        def CRON(self):
            return self.getToken(StreamSqlParser.CRON, 0)

        def DATA(self):
            return self.getToken(StreamSqlParser.DATA, 0)

        def DAY(self):
            return self.getToken(StreamSqlParser.DAY, 0)

        def DAYS(self):
            return self.getToken(StreamSqlParser.DAYS, 0)

        def DELETE(self):
            return self.getToken(StreamSqlParser.DELETE, 0)

        def DESC(self):
            return self.getToken(StreamSqlParser.DESC, 0)

        def DESCRIBE(self):
            return self.getToken(StreamSqlParser.DESCRIBE, 0)

        def DIFFERENTIAL(self):
            return self.getToken(StreamSqlParser.DIFFERENTIAL, 0)

        def DOWNSTREAM(self):
            return self.getToken(StreamSqlParser.DOWNSTREAM, 0)

        def DROP(self):
            return self.getToken(StreamSqlParser.DROP, 0)

        def EVERY(self):
            return self.getToken(StreamSqlParser.EVERY, 0)

        def EXISTS(self):
            return self.getToken(StreamSqlParser.EXISTS, 0)

        def EXPLAIN(self):
            return self.getToken(StreamSqlParser.EXPLAIN, 0)

        def FALSE(self):
            return self.getToken(StreamSqlParser.FALSE, 0)

        def FOR(self):
            return self.getToken(StreamSqlParser.FOR, 0)

        def FROM(self):
            return self.getToken(StreamSqlParser.FROM, 0)

        def FULL(self):
            return self.getToken(StreamSqlParser.FULL, 0)

        def HISTORY(self):
            return self.getToken(StreamSqlParser.HISTORY, 0)

        def HOUR(self):
            return self.getToken(StreamSqlParser.HOUR, 0)

        def HOURS(self):
            return self.getToken(StreamSqlParser.HOURS, 0)

        def IF(self):
            return self.getToken(StreamSqlParser.IF, 0)

        def IMMEDIATE(self):
            return self.getToken(StreamSqlParser.IMMEDIATE, 0)

        def IN(self):
            return self.getToken(StreamSqlParser.IN, 0)

        def INSERT(self):
            return self.getToken(StreamSqlParser.INSERT, 0)

        def LIKE(self):
            return self.getToken(StreamSqlParser.LIKE, 0)

        def LIMIT(self):
            return self.getToken(StreamSqlParser.LIMIT, 0)

        def LOCATION(self):
            return self.getToken(StreamSqlParser.LOCATION, 0)

        def MINUTE(self):
            return self.getToken(StreamSqlParser.MINUTE, 0)

        def MINUTES(self):
            return self.getToken(StreamSqlParser.MINUTES, 0)

        def MODE(self):
            return self.getToken(StreamSqlParser.MODE, 0)

        def NEW(self):
            return self.getToken(StreamSqlParser.NEW, 0)

        def NO(self):
            return self.getToken(StreamSqlParser.NO, 0)

        def NONE(self):
            return self.getToken(StreamSqlParser.NONE, 0)

        def NOT(self):
            return self.getToken(StreamSqlParser.NOT, 0)

        def NULL(self):
            return self.getToken(StreamSqlParser.NULL, 0)

        def OLD(self):
            return self.getToken(StreamSqlParser.OLD, 0)

        def ON(self):
            return self.getToken(StreamSqlParser.ON, 0)

        def OR(self):
            return self.getToken(StreamSqlParser.OR, 0)

        def PARTITIONED(self):
            return self.getToken(StreamSqlParser.PARTITIONED, 0)

        def REFERENCING(self):
            return self.getToken(StreamSqlParser.REFERENCING, 0)

        def REFRESH(self):
            return self.getToken(StreamSqlParser.REFRESH, 0)

        def RENAME(self):
            return self.getToken(StreamSqlParser.RENAME, 0)

        def REPLACE(self):
            return self.getToken(StreamSqlParser.REPLACE, 0)

        def RESUME(self):
            return self.getToken(StreamSqlParser.RESUME, 0)

        def SCHEDULE(self):
            return self.getToken(StreamSqlParser.SCHEDULE, 0)

        def SECOND(self):
            return self.getToken(StreamSqlParser.SECOND, 0)

        def SECONDS(self):
            return self.getToken(StreamSqlParser.SECONDS, 0)

        def SET(self):
            return self.getToken(StreamSqlParser.SET, 0)

        def SHOW(self):
            return self.getToken(StreamSqlParser.SHOW, 0)

        def STREAM(self):
            return self.getToken(StreamSqlParser.STREAM, 0)

        def SUSPEND(self):
            return self.getToken(StreamSqlParser.SUSPEND, 0)

        def TABLE(self):
            return self.getToken(StreamSqlParser.TABLE, 0)

        def TABLES(self):
            return self.getToken(StreamSqlParser.TABLES, 0)

        def TBLPROPERTIES(self):
            return self.getToken(StreamSqlParser.TBLPROPERTIES, 0)

        def TIME(self):
            return self.getToken(StreamSqlParser.TIME, 0)

        def TO(self):
            return self.getToken(StreamSqlParser.TO, 0)

        def TRIGGER(self):
            return self.getToken(StreamSqlParser.TRIGGER, 0)

        def TRIGGERS(self):
            return self.getToken(StreamSqlParser.TRIGGERS, 0)

        def TRUE(self):
            return self.getToken(StreamSqlParser.TRUE, 0)

        def UPDATE(self):
            return self.getToken(StreamSqlParser.UPDATE, 0)

        def UPSTREAM(self):
            return self.getToken(StreamSqlParser.UPSTREAM, 0)

        def VERIFY(self):
            return self.getToken(StreamSqlParser.VERIFY, 0)

        def WHEN(self):
            return self.getToken(StreamSqlParser.WHEN, 0)

        def WITH(self):
            return self.getToken(StreamSqlParser.WITH, 0)

        def WITHOUT(self):
            return self.getToken(StreamSqlParser.WITHOUT, 0)

        def ZONE(self):
            return self.getToken(StreamSqlParser.ZONE, 0)

        def getRuleIndex(self):
            return StreamSqlParser.RULE_nonReserved

        def accept(self, visitor:ParseTreeVisitor):
            if hasattr( visitor, "visitNonReserved" ):
                return visitor.visitNonReserved(self)
            else:
                return visitor.visitChildren(self)




    def nonReserved(self):

        localctx = StreamSqlParser.NonReservedContext(self, self._ctx, self.state)
        self.enterRule(localctx, 90, self.RULE_nonReserved)
        self._la = 0 # Token type
        try:
            self.enterOuterAlt(localctx, 1)
            self.state = 529
            _la = self._input.LA(1)
            if not((((_la) & ~0x3f) == 0 and ((1 << _la) & -2) != 0) or ((((_la - 64)) & ~0x3f) == 0 and ((1 << (_la - 64)) & 32767) != 0)):
                self._errHandler.recoverInline(self)
            else:
                self._errHandler.reportMatch(self)
                self.consume()
        except RecognitionException as re:
            localctx.exception = re
            self._errHandler.reportError(self, re)
            self._errHandler.recover(self, re)
        finally:
            self.exitRule()
        return localctx
