import re,subprocess,os
def ids(root):
    s=set()
    for d,_,fs in os.walk(root):
        for f in fs:
            if f.endswith(('.c','.h')): s|=set(re.findall(r'\b[A-Za-z_]\w{3,}\b',open(os.path.join(d,f)).read()))
    return s
def code(root):
    s=set()
    for d,_,fs in os.walk(root):
        for f in fs:
            if f.endswith(('.c','.h')):
                t=open(os.path.join(d,f)).read(); t=re.sub(r'/\*.*?\*/','',t,flags=re.S)
                s|=set(re.findall(r'\b[A-Za-z_]\w{3,}\b',t))
    return s
a,b=code('5ba79f7b'),code('HEAD')
gone=sorted(a-b)
print(gone)
